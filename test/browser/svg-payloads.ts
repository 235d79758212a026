/** Drawings that attack a site when they are opened directly. A payload that runs requests `RAN`. */
const drawing = (inside: string, attributes = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 100" width="400" height="400"${attributes}>${inside}</svg>`;
const HTML = 'http://www.w3.org/1999/xhtml';
const CALL = `fetch('/ran')`;
const SURFACE = '<rect width="100" height="100"/>';
const long = (text: string): string =>
  [...text].map((each) => `&#x${each.codePointAt(0)!.toString(16).padStart(40, '0')};`).join('');

/** Payloads that Chromium runs, some without a click and some with one. Each has bypassed a filter somewhere. */
export const RUNNING: Readonly<Record<string, string>> = {
  'a script': drawing(`<script>${CALL}</script>`),
  'a script in another spelling of its name': drawing(
    `<s:script xmlns:s="http://www.w3.org/2000/svg">${CALL}</s:script>`,
  ),
  'a script in CDATA': drawing(`<script><![CDATA[${CALL}]]></script>`),
  'an event of the drawing': drawing(SURFACE, ` onload="${CALL}"`),
  'an event of an animation': drawing(
    `<g><animate attributeName="x" dur="1ms" begin="0s" onbegin="${CALL}" onend="${CALL}"/></g>`,
  ),
  'a script in a link': drawing(`<a href="javascript:${CALL}">${SURFACE}</a>`),
  'a script in a link by long character references': drawing(`<a href="${long('javascript:')}${CALL}">${SURFACE}</a>`),
  'a script in an xlink by decimal references': drawing(
    `<a xlink:href="&#000000000000106;avascript:${CALL}">${SURFACE}</a>`,
  ),
  'a script in a link by an entity': `<!DOCTYPE svg [<!ENTITY j "javascript:${CALL}">]>${drawing(`<a href="&j;">${SURFACE}</a>`)}`,
  'a script by an entity': `<!DOCTYPE svg [<!ENTITY s "<script xmlns='http://www.w3.org/2000/svg'>${CALL.replaceAll("'", '&#34;')}</script>">]>${drawing('&s;')}`,
  'a link that is set to a script': drawing(
    `<a href="#"><set attributeName="href" to="javascript:${CALL}"/>${SURFACE}</a>`,
  ),
  'HTML with a script': drawing(`<foreignObject><body xmlns="${HTML}"><script>${CALL}</script></body></foreignObject>`),
  'HTML of a prefix with an event': drawing(`<h:img xmlns:h="${HTML}" src="x:" onerror="${CALL}"/>`),
  'HTML of a prefix by a reference': drawing(
    `<h:script xmlns:h="http://www.w3.org/1999/xhtm&#108;">${CALL}</h:script>`,
  ),
  'a refresh of HTML': drawing(`<h:meta xmlns:h="${HTML}" http-equiv="refresh" content="0;url=/ran"/>`),
  'a page in a frame': drawing(`<iframe xmlns="${HTML}" src="/ran"/>`),
  'a form of HTML': drawing(
    `<foreignObject width="100" height="100"><form xmlns="${HTML}" action="/ran"><button style="width:100%;height:100px">x</button></form></foreignObject>`,
  ),
  'a link to elsewhere': drawing(`<a href="/ran">${SURFACE}</a>`),
  'a picture from elsewhere': drawing('<image href="/ran" width="9" height="9"/>'),
  'a style sheet by an instruction': `<?xml-stylesheet href="/ran"?>${drawing('')}`,
  'an imported style sheet': drawing('<style>@import "/ran";</style>'),
  'a style sheet in pieces': drawing(`<style>rect{mask-image:ur<!-- -->l(/ran)}</style>${SURFACE}`),
  'a style between strings': drawing(`<style>rect{--a:"/*";mask-image:url(/ran);--b:"*/"}</style>${SURFACE}`),
  'a style by an escape': drawing(`<rect width="9" height="9" style="mask-image:u\\72l(/ran)"/>`),
  'a style behind an escaped comment': drawing(
    `<style>rect{--x:\\2f* ;mask-image:url(/ran);--y:\\2a/}</style>${SURFACE}`,
  ),
  'a base of HTML': drawing(`<base xmlns="${HTML}" href="/ran/"/><image href="x.png" width="9" height="9"/>`),
  'a link element of HTML': drawing(`<link xmlns="${HTML}" rel="stylesheet" href="/ran"/>`),
};

/** Payloads that current browsers no longer run, or that depend on the browser. */
export const DORMANT: Readonly<Record<string, string>> = {
  'a script of another case': drawing(`<SCRIPT>${CALL}</SCRIPT>`),
  'a handler of SVG Tiny': drawing(`<handler type="text/ecmascript">${CALL}</handler>`),
  'a listener of XML Events': drawing(
    `<ev:listener xmlns:ev="http://www.w3.org/2001/xml-events" event="load" handler="#x"/>`,
  ),
  'a part of another drawing': drawing('<use href="data:image/svg+xml,%3Csvg/%3E#x"/>'),
  'a link of XLink on a note of an editor': drawing(
    `<i:note xmlns:i="http://www.inkscape.org/namespaces/inkscape" xlink:type="simple" xlink:href="javascript:${CALL}"/>`,
  ),
  'an event on a note of an editor': drawing(
    `<i:note xmlns:i="http://www.inkscape.org/namespaces/inkscape" onclick="${CALL}"/>`,
  ),
  'a base of XML': drawing('<g xml:base="https://a.example/"><use href="#x"/></g>'),
  'an external entity': `<!DOCTYPE svg [<!ENTITY x SYSTEM "/ran">]>${drawing('<text>&x;</text>')}`,
  'an unknown reference': drawing('<text>&unknown;</text>'),
  'an XSLT style sheet': `<?xml-stylesheet type="text/xsl" href="#x"?>${drawing('<x:stylesheet xmlns:x="http://www.w3.org/1999/XSL/Transform"/>')}`,
  XInclude: drawing('<x:include xmlns:x="http://www.w3.org/2001/XInclude" href="/ran"/>'),
  'MathML with a link': drawing(
    `<m:math xmlns:m="http://www.w3.org/1998/Math/MathML"><m:mtext href="javascript:${CALL}">x</m:mtext></m:math>`,
  ),
};

/** Pieces of drawings. An accepted combination must not do anything. */
export const PIECES: readonly string[] = [
  SURFACE,
  '<g>',
  '</g>',
  '<a href="#x">',
  '</a>',
  `<a href="javascript:${CALL}">`,
  '<style>',
  '</style>',
  '<![CDATA[',
  ']]>',
  '<!--',
  '-->',
  '@import "/ran";',
  'rect{mask-image:url(/ran)}',
  'rect{fill:url(#x)}',
  `<script>${CALL}</script>`,
  '<title>',
  '</title>',
  '&lt;script&gt;',
  '&#60;',
  '&x;',
  `<rect id="x" width="50" height="50" onclick="${CALL}"/>`,
  `<rect id='"' width="50" height="50"/>`,
  `<image href="/ran"/>`,
  '<set attributeName="fill" to="red"/>',
  `<set attributeName="href" to="javascript:${CALL}"/>`,
  `<d:type xmlns:d="http://purl.org/dc/elements/1.1/">`,
  '</d:type>',
  `<h:script xmlns:h="${HTML}">${CALL}</h:script>`,
  `xmlns:d="${HTML}"`,
  '<?xpacket begin="x"?>',
  '<?tool x?>',
  '<t:x xmlns:t="https://tool.example/">',
  '</t:x>',
  `<g xmlns:t="https://tool.example/" t:a="${CALL}"/>`,
  '"',
  "'",
  '/>',
];

export { drawing };

export const HTML_SCRIPT = `<html xmlns="${HTML}"><script>${CALL}</script></html>`;
