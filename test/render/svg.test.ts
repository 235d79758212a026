import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkSvg } from '../../src/render/sanitise/svg.ts';

const svg = (inside: string, attributes = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9"${attributes}>\n${inside}\n</svg>`;

describe('an SVG is refused with a reason when', () => {
  test.each([
    ['it has a script', svg('<script>alert(1)</script>'), 'it has a script (line 2)'],
    ['the script has a prefix', svg('<s:script xmlns:s="http://www.w3.org/2000/svg"/>'), 'it has a script (line 2)'],
    ['it reacts to events', svg('', ' onload="x()"'), 'it reacts to events (onload) (line 1)'],
    ['an event has a prefix', svg('<g ev:OnClick="x()"/>'), 'it reacts to events (ev:OnClick) (line 2)'],
    ['it has HTML in it', svg('<foreignObject><p/></foreignObject>'), 'it has HTML in it (foreignObject) (line 2)'],
    ['HTML has a prefix', svg('<h:img xmlns:h="http://www.w3.org/1999/xhtml"/>'), 'it has HTML in it (line 2)'],
    ['a link is a script', svg('<a xlink:href="java&#x73;cript:alert(1)"/>'), 'it has a script in a link (line 2)'],
    [
      'a picture lies elsewhere',
      svg('<image href="https://a.example/b.png"/>'),
      'outside of itself (https://a.example/b.png)',
    ],
    ['a picture lies beside it', svg('<image href="b.png"/>'), 'outside of itself (b.png)'],
    ['a picture is an SVG again', svg('<image href="data:image/svg+xml,x"/>'), 'outside of itself'],
    ['it uses another file', svg('<use xlink:href="other.svg#a"/>'), 'outside of itself'],
    ['a colour lies elsewhere', svg('<g fill="url(https://a.example/#b)"/>'), 'outside of itself'],
    ['a style lies elsewhere', svg('<g style="background:\\75rl(//a.example)"/>'), 'outside of itself'],
    ['a style sheet imports', svg('<style>@im/**/port "x"; @import "y"</style>'), 'it imports a style sheet'],
    ['a style sheet in CDATA loads', svg('<style><![CDATA[a{b:url( "https://c" )}]]></style>'), 'outside of itself'],
    ['a link is animated', svg('<set attributeName="xlink:href" to="x"/>'), 'it animates xlink:href'],
    ['an event is animated', svg('<animate attributeName=" onclick " to="x"/>'), 'it animates onclick'],
    ['it declares entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('')}`, 'it declares entities'],
    ['it calls a style sheet', `<?xml-stylesheet href="a.xsl"?>${svg('')}`, 'it calls for a style sheet'],
    ['it is in an odd encoding', `<?xml version="1.0" encoding="UTF-7"?>${svg('')}`, 'it is in UTF-7'],
    ['its base is elsewhere', svg('<g xml:base="https://a.example/"/>'), 'xml:base'],
    ['it is HTML', '<html><svg/></html>', 'it is not an SVG'],
    ['it is empty', '  ', 'it holds no drawing'],
    ['an attribute has no quotes', svg('<g a=b/>'), 'it is not well-formed XML'],
    ['a tag is in an attribute', svg('<g a="<script>"/>'), 'it is not well-formed XML'],
    ['a tag is never closed', svg('<g a="b"'), 'it is not well-formed XML'],
  ])('%s', (_, text, reason) => {
    expect(checkSvg(text)).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });
});

describe('an SVG is published when', () => {
  test.each([
    ['it is a drawing', svg('<path d="M0 0"/><text>a &lt; b</text>')],
    ['it refers to itself', svg('<use href="#a"/><g fill="url(#b)" style="mask:url(\'#c\')"/>')],
    ['it holds a photo', svg('<image xlink:href="data:image/png;base64,AAAA"/>')],
    ['it links to the web', svg('<a href="https://a.example/"><g/></a>')],
    ['it has a style sheet', svg('<style>.a{fill:red}</style><style/>')],
    [
      'an editor wrote it',
      `\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<!-- a <b> -->\n<!DOCTYPE svg PUBLIC "x" "y">\n${svg('')}`,
    ],
    ['it moves', svg('<circle><animate attributeName="r" values="1;2" dur="2s"/></circle>')],
  ])('%s', (_, text) => {
    expect(checkSvg(text)).toEqual({ ok: true });
  });

  const media = new URL('../../content/media/', import.meta.url);
  test.each(readdirSync(media).filter((name) => name.endsWith('.svg')))('it is the demo’s %s', (name) => {
    expect(checkSvg(readFileSync(new URL(name, media), 'utf8'))).toEqual({ ok: true });
  });
});

test('wherever a script is put into a drawing, it is found', () => {
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

test('no text makes the check slow or throw', () => {
  for (const part of ['<', '<a ', '<!--', '<![CDATA[', '<?', '<!DOCTYPE [', '<a b="', 'url(', '\\', '&#']) {
    expect(checkSvg(svg(part.repeat(100_000)))).toHaveProperty('ok');
  }
});
