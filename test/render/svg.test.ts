import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSvg } from '../../src/render/sanitise/svg.ts';

const svg = (inside: string, attributes = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9"${attributes}>\n${inside}\n</svg>`;

const TOOL = 'xmlns:t="https://tool.example/"';

describe('an SVG is refused with a reason when', () => {
  it.each([
    ['it contains a script', svg('<script>alert(1)</script>'), 'it contains a script (line 2)'],
    [
      'the script has a prefix',
      svg('<s:script xmlns:s="http://www.w3.org/2000/svg"/>'),
      'it contains a script (line 2)',
    ],
    ['it reacts to events', svg('', ' onload="x()"'), 'it reacts to events (onload) (line 1)'],
    ['an event has a prefix', svg('<g xlink:OnClick="x()"/>'), 'it reacts to events (xlink:OnClick) (line 2)'],
    [
      'it contains HTML',
      svg('<foreignObject><p/></foreignObject>'),
      'it contains HTML (foreignObject): in draw.io uncheck “Word Wrap” and “Formatted Text” of every text',
    ],
    ['HTML has a prefix', svg('<h:img xmlns:h="http://www.w3.org/1999/xhtml"/>'), 'it contains HTML (xmlns:h='],
    ['a link is a script', svg('<a xlink:href="java&#x73;cript:alert(1)"/>'), 'it has a script in a link (line 2)'],
    [
      'a picture is on another host',
      svg('<image href="https://a.example/b.png"/>'),
      'outside the file (https://a.example/b.png)',
    ],
    ['it refers to a file beside it', svg('<image href="b.png"/>'), 'outside the file (b.png)'],
    ['a picture is another SVG', svg('<image href="data:image/svg+xml,x"/>'), 'outside the file'],
    ['it uses another file', svg('<use xlink:href="other.svg#a"/>'), 'outside the file'],
    ['a colour is in another file', svg('<g fill="url(https://a.example/#b)"/>'), 'outside the file'],
    ['a style hides a URL', svg('<g style="background:\\75rl(//a.example)"/>'), 'a backslash in a style'],
    ['a style sheet imports another', svg('<style>@import "y"</style>'), 'it imports a style sheet'],
    [
      'a style sheet in CDATA loads a file',
      svg('<style><![CDATA[a{b:url( "https://c" )}]]></style>'),
      'outside the file',
    ],
    ['a link is animated', svg('<set attributeName="xlink:href" to="x"/>'), 'it animates xlink:href'],
    ['an event is animated', svg('<animate attributeName=" onclick " to="x"/>'), 'it animates onclick'],
    ['it uses another entity', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('<text>&b;</text>')}`, 'it has `&b;`'],
    [
      'an entity is a script in a link',
      `<!DOCTYPE svg [<!ENTITY a "javascript">]>${svg('<a href="&a;:x()"/>')}`,
      'it has a script in a link',
    ],
    [
      'an entity is a file in a style sheet',
      `<!DOCTYPE svg [<!ENTITY a "url(//a.example)">]>${svg('<style>g{fill:&a;}</style>')}`,
      'outside the file',
    ],
    [
      'an entity ends a section',
      `<!DOCTYPE svg [<!ENTITY a ">">]>${svg('<text>]]&a;</text>')}`,
      'it is not well-formed XML',
    ],
    [
      'an entity would make it endless',
      `<!DOCTYPE svg [<!ENTITY a "${'b'.repeat(10_000)}">]>${svg(`<text>${'&a;'.repeat(10_000)}</text>`)}`,
      'it has `&a;`',
    ],
    ['an entity is a script', `<!DOCTYPE svg [<!ENTITY x "<script>y()</script>">]>${svg('&x;')}`, 'it has a DOCTYPE'],
    ['an entity is a file', `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('')}`, 'it has a DOCTYPE'],
    [
      'an entity contains another',
      `<!DOCTYPE svg [<!ENTITY a "b"><!ENTITY c "&a;&a;">]>${svg('')}`,
      'it has a DOCTYPE',
    ],
    ['it has parameter entities', `<!DOCTYPE svg [<!ENTITY % p "x"> %p;]>${svg('')}`, 'it has a DOCTYPE'],
    ['a DOCTYPE adds attributes', `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "x()">]>${svg('')}`, 'it has a DOCTYPE'],
    ['a DOCTYPE is of HTML', `<!DOCTYPE html>${svg('')}`, 'it has a DOCTYPE'],
    ['a DOCTYPE is in lower case', `<!doctype svg>${svg('')}`, 'it has a DOCTYPE'],
    ['a DOCTYPE is given twice', `<!DOCTYPE svg><!DOCTYPE svg>${svg('')}`, 'in the wrong place'],
    ['a DOCTYPE is inside the drawing', svg('<!DOCTYPE svg>'), 'in the wrong place'],
    ['a DOCTYPE is never closed', `<!DOCTYPE svg [ ${svg('')}`, 'it has a DOCTYPE'],
    [
      'an entity makes a prefix that of SVG',
      `<!DOCTYPE svg [<!ENTITY s "http://www.w3.org/2000/svg">]>${svg('<q:script xmlns:q="&s;">x()</q:script>')}`,
      'it contains a script',
    ],
    [
      'an entity makes a prefix that of HTML',
      `<!DOCTYPE svg [<!ENTITY h "http://www.w3.org/1999/xhtml">]>${svg('<h:p xmlns:h="&h;"/>')}`,
      'it contains HTML',
    ],
    [
      'a script is inside data of another program',
      svg(`<t:x ${TOOL}><script>x()</script></t:x>`),
      'it contains a script',
    ],
    ['data of another program is called script', svg(`<t:script ${TOOL}>x()</t:script>`), 'it contains a script'],
    ['data of another program has an event', svg(`<t:x ${TOOL} onclick="x()"/>`), 'it reacts to events'],
    ['an attribute of another program is an event', svg(`<g ${TOOL} t:onload="x()"/>`), 'it reacts to events'],
    [
      'data of another program loads a file',
      svg(`<t:x ${TOOL} src="https://a.example/"/>`),
      'it has the attribute src',
    ],
    ['an inner element has the data of draw.io', svg('<g content="x"/>'), 'it has the attribute content on <g>'],
    ['removing an instruction would end a section', svg('a]]<?tool x?>>'), 'it is not well-formed XML'],
    ['an instruction calls itself XML', svg('<?XML-stylesheet href="a.css"?>'), 'it has a processing instruction'],
    ['CDATA is nested', svg('<![CDATA[ <![CDATA[ ]]> <script/> ]]>'), 'it contains a script'],
    [
      'it calls a style sheet',
      `<?xml-stylesheet href="a.xsl"?>${svg('')}`,
      'it has a processing instruction (<?xml-stylesheet',
    ],
    ['it has an unusual encoding', `<?xml version="1.0" encoding="UTF-7"?>${svg('')}`, 'it is in UTF-7'],
    ['its base is elsewhere', svg('<g xml:base="https://a.example/"/>'), 'xml:base'],
    ['it is HTML', '<html><svg/></html>', 'it is not an SVG'],
    ['it is empty', '  ', 'it contains no drawing'],
    ['an attribute has no quotes', svg('<g a=b/>'), 'it is not well-formed XML'],
    ['a tag is in an attribute', svg('<g a="<script>"/>'), 'it is not well-formed XML'],
    ['a tag is never closed', svg('<g a="b"'), 'it is not well-formed XML'],
    ['an element is never closed', svg('<g>'), '</svg> closes nothing (line 3)'],
    [
      'a script hides behind a long reference',
      svg('<a href="javas&#x0000000000000000000000000063;ript:alert(1)"/>'),
      'it has a script in a link',
    ],
    ['it uses its own entity', svg('<g id="&evil;"/>'), 'it has `&evil;`'],
    ['it uses an entity that only HTML has', svg('<text>&nbsp;</text>'), 'it has `&nbsp;`'],
    ['an ampersand is not escaped', svg('<text>this & that</text>'), 'it has `&`'],
    ['a character number is invalid', svg('<text>&#xFFFFFFFF;</text>'), 'it has `&#xFFFFFFFF;`'],
    ['it contains MathML', svg('<m:math xmlns:m="http://www.w3.org/1998/Math/MathML"/>'), 'not SVG (xmlns:m='],
    ['a default namespace is HTML', svg('<meta xmlns="http://www.w3.org/1999/xhtml"/>'), 'it contains HTML'],
    ['a prefix is not declared', svg('<h:meta/>'), 'the prefix is not declared'],
    ['an element is not listed', svg('<blink/>'), 'it has <blink>'],
    ['an element is in the wrong case', svg('<SCRIPT/>'), 'it has <SCRIPT>'],
    ['an attribute is not listed', svg('<g formaction="x"/>'), 'it has the attribute formaction on <g>'],
    ['an attribute is given twice', svg('<g id="a" id="b"/>'), 'it has the attribute id twice'],
    [
      'a prefix is given to an attribute twice',
      svg('<g xmlns:y="http://www.w3.org/1999/xlink" xlink:href="#a" y:href="#b"/>'),
      'twice',
    ],
    ['it links to the web', svg('<a href="https://a.example/"><g/></a>'), 'outside the file (https://a.example/)'],
    ['a part is used from data', svg('<use href="data:image/png;base64,AAAA"/>'), 'outside the file'],
    ['a style sheet is split by comments', svg('<style>a{b:ur<!-- -->l(https://c)}</style>'), 'outside the file'],
    ['a style hides behind strings', svg('<style>a{b:"/*";c:url(//d.example);e:"*/"}</style>'), 'outside the file'],
    ['a style loads a file by a string', svg('<g style="fill:image-set(\'//a.example\' 1x)"/>'), 'it has image-set()'],
    ['its style sheet has elements', svg('<style><g/></style>'), 'it has an element in a style sheet'],
    ['it is not shown by any browser', '<svg viewBox="0 0 9 9"/>', 'its first element has no xmlns='],
    ['there is a second drawing after its end', `${svg('')}${svg('')}`, 'a second drawing after its end (line 3)'],
    ['a space is not one that XML allows', svg('<g\u00a0id="a"/>'), 'it is not well-formed XML'],
    [
      'it is in Latin-1 and not pure ASCII',
      `<?xml version="1.0" encoding="ISO-8859-1"?>${svg('é')}`,
      'save it as UTF-8',
    ],
    ['it is nested too deeply', svg('<g>'.repeat(300) + '</g>'.repeat(300)), 'nested more than 256 deep'],
  ])('%s', (_, text, reason) => {
    expect(checkSvg(text)).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });
});

describe('an SVG is published when', () => {
  it.each([
    ['it is a drawing', svg('<path d="M0 0"/><text>a &lt; b</text>')],
    ['it refers to itself', svg('<use href="#a"/><g fill="url(#b)" style="mask:url(\'#c\')"/>')],
    ['it contains a photo', svg('<image xlink:href="data:image/png;base64,AAAA"/>')],
    ['it links to its own parts', svg('<a href="#a"><g id="a"/></a>')],
    ['characters are references', svg('<text>&#233;&#x1F3B5;&#0000000000000065; &amp; &quot;&apos;&lt;&gt;</text>')],
    [
      'Inkscape wrote it',
      `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<!-- Created with Inkscape -->\n` +
        svg(
          `<sodipodi:namedview id="base" pagecolor="#ffffff" inkscape:pageopacity="0.0"><inkscape:grid type="xygrid"/></sodipodi:namedview>` +
            `<metadata><rdf:RDF><cc:Work rdf:about=""><dc:type rdf:resource="http://purl.org/dc/dcmitype/StillImage"/></cc:Work></rdf:RDF></metadata>` +
            `<path style="fill:url(#a);-inkscape-font-specification:'Inter, @wght=700'" inkscape:label="Layer 1" d="M0 0"/>`,
          ` xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"` +
            ` xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns:cc="http://creativecommons.org/ns#"` +
            ` xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:svg="http://www.w3.org/2000/svg" sodipodi:docname="logo.svg"`,
        ),
    ],
    [
      'Illustrator wrote it',
      `<?xml version="1.0" encoding="utf-8"?>\n<!-- Generator: Adobe Illustrator 27.0.0, SVG Export Plug-In . SVG Version: 6.00 Build 0)  -->\n` +
        svg(
          `<style type="text/css">.st0{fill:#FFFFFF;enable-background:new;}</style><g i:extraneous="self"><path class="st0" d="M0,0"/></g>`,
          ` version="1.1" xmlns:i="http://ns.adobe.com/AdobeIllustrator/10.0/" x="0px" style="enable-background:new 0 0 9 9;" xml:space="preserve"`,
        ),
    ],
    [
      'Figma wrote it',
      svg(
        `<g filter="url(#filter0_d)"><mask id="m" style="mask-type:alpha" maskUnits="userSpaceOnUse"/><rect fill="url(#pattern0)"/></g>` +
          `<defs><filter id="filter0_d" color-interpolation-filters="sRGB"><feFlood flood-opacity="0" result="BackgroundImageFix"/></filter>` +
          `<pattern id="pattern0" patternContentUnits="objectBoundingBox"><use xlink:href="#image0" transform="scale(0.01)"/></pattern>` +
          `<image id="image0" width="9" height="9" xlink:href="data:image/png;base64,AAAA"/></defs>`,
        ` fill="none" data-figma-skip-parse="true"`,
      ),
    ],
    ['it has a style sheet', svg('<style>.a{fill:red}</style><style/>')],
    ['an editor wrote it', `\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<!-- a <b> -->\n${svg('')}`],
    ['its old encoding makes no difference', `<?xml version="1.0" encoding="iso-8859-1"?>\n${svg('')}`],
    ['it is animated', svg('<circle><animate attributeName="r" values="1;2" dur="2s"/></circle>')],
  ])('%s', (_, text) => {
    expect(checkSvg(text)).toEqual({ ok: true });
  });

  const media = new URL('../../content/media/', import.meta.url);
  it.each(readdirSync(media).filter((name) => name.endsWith('.svg')))('the demo’s %s', (name) => {
    expect(checkSvg(readFileSync(new URL(name, media), 'utf8'))).toEqual({ ok: true });
  });
});

describe('the published copy of an SVG leaves out what no browser shows', () => {
  const DOCTYPE = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"';
  it.each([
    ['the DOCTYPE', `${DOCTYPE}>${svg('<g/>')}`, svg('<g/>')],
    ['the DOCTYPE', `\ufeff<!DOCTYPE svg [\n <!ENTITY a "b">\n]>${svg('<g/>')}`, `\ufeff${svg('<g/>')}`],
    ['the attribute content', svg('<g/>', ' content="&lt;mxfile&gt;"'), svg('<g/>')],
    [
      'data of other programs',
      svg(`<t:x ${TOOL}><t:y/><g>a</g></t:x><g ${TOOL} t:a="b" id="c"/><z:b xmlns:z="z:z"/>`),
      svg('<g id="c"/>'),
    ],
    ['processing instructions', svg('<?tool x?><g/>'), svg('<g/>')],
  ])('%s', (what, text, published) => {
    expect(checkSvg(text)).toEqual({ ok: true, copy: { text: published, without: [what] } });
  });

  it('and writes out the plain texts that a DOCTYPE declares, as Illustrator does for styles', () => {
    const doctype = `${DOCTYPE} [<!ENTITY st0 "fill:#FFF;"><!ENTITY st1 'stroke:#000;'>]>`;
    const drawing = (first: string, second: string) =>
      svg(`<g style='${first}${second}' id="a&amp;b"/><text>${first} &lt;</text><style>.a{${second}}</style>`);
    expect(checkSvg(doctype + drawing('&st0;', '&st1;'))).toEqual({
      ok: true,
      copy: { text: drawing('fill:#FFF;', 'stroke:#000;'), without: ['the DOCTYPE'] },
    });
  });

  it('and writes out the names of namespaces that Illustrator abbreviates', () => {
    const entities =
      '<!ENTITY ns_svg "http://www.w3.org/2000/svg"><!ENTITY ns_flows "http://ns.adobe.com/Flows/1.0/"> <!ENTITY ns_x "x:y">';
    const root = (svgName: string, flows: string, x = '') =>
      `<svg xmlns="${svgName}" xmlns:a="${flows}"${x}><g a:b="c"/></svg>`;
    expect(checkSvg(`${DOCTYPE} [${entities}]>${root('&ns_svg;', '&ns_flows;', ' xmlns:x="&ns_x;"')}`)).toEqual({
      ok: true,
      copy: {
        text: root('http://www.w3.org/2000/svg', 'http://ns.adobe.com/Flows/1.0/'),
        without: ['the DOCTYPE', 'data of other programs'],
      },
    });
  });
});

it('a script is found at any place in a drawing', () => {
  const harmless = fc.constantFrom(
    '<g/>',
    '<g>',
    '</g>',
    ' text ',
    '<!-- c -->',
    '<![CDATA[ <b> ]]>',
    '<path d="M0"/>',
    '&lt;',
    "<g a='\"'/>",
  );
  const evil = fc.constantFrom(
    '<script>',
    '<x:SCRIPT a="b">',
    '<g onclick="x"/>',
    "<g a='b' onload='x'>",
    '<a href=" javascript:x"/>',
  );
  fc.assert(
    fc.property(fc.array(harmless), evil, fc.array(harmless), (before, script, after) => {
      expect(checkSvg(svg([...before, script, ...after].join('')))).toHaveProperty('ok', false);
    }),
  );
});

it('an SVG that is not UTF-8 is refused, even if it is valid in another encoding', () => {
  for (const bytes of [
    Buffer.from(`\ufeff${svg('')}`, 'utf16le'),
    Buffer.from(svg('é'), 'latin1'),
    Buffer.from(svg(''), 'utf16le'),
  ])
    expect(checkSvg(bytes)).toHaveProperty('ok', false);
  expect(checkSvg(Buffer.from(svg('é')))).toEqual({ ok: true });
});

it('no text can make the check slow or throw', () => {
  for (const part of [
    '<',
    '<a ',
    '<!--',
    '<![CDATA[',
    '<?',
    '<!DOCTYPE [',
    '<!DOCTYPE svg [',
    '<!DOCTYPE svg [<!ENTITY a "b">',
    '<a b="',
    'url(',
    '\\',
    '&#',
  ]) {
    expect(checkSvg(svg(part.repeat(100_000)))).toHaveProperty('ok');
  }
});
