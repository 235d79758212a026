import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMarkdown, type RenderedMarkdown } from '../../src/render/markdown/render-markdown.ts';
import { isAllowedAttribute, isAllowedElement } from '../../src/render/sanitise/html.ts';
import { readStrictly, type ReadElement } from './strict-html.ts';
import { runs } from '../seed.ts';
import { words } from '../words.ts';

const { render } = createMarkdown();

/** Pieces of harmless and hostile Markdown and HTML, in any order. */
const piece = fc.oneof(
  { weight: 3, arbitrary: fc.string({ maxLength: 12, unit: 'grapheme' }) },
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      ...words(`
        </div> <table> <tr> <td> </table> <h2> </h2> <pre> </pre> <figure> </figure> <xmp> * ** _ ~~ [ ] ( ) ![
        ]( ](javascript:alert(1)) [a] < > & &amp; &lt;script&gt; &#60;script&#62; &colon; &#106; " ' = / <!--
        --> <![CDATA[ <script> </script> <script <style> </style> <math> </a> </b> </p> <div> <textarea> <title>
        <br/>
      `),
      '\n',
      '\n\n',
      '    ',
      '> ',
      '- ',
      '1. ',
      '# ',
      '### ',
      '| a | b |\n|-|-|\n',
      '```',
      '`',
      '---\n',
      '](https://a.example "',
      '[a]: javascript:x\n',
      '\\',
      '<svg onload=x>',
      '<iframe srcdoc="',
      '<img src=x onerror=y>',
      '<a href="javascript:x">',
      '<a href=" java\nscript:x">',
      '<b onclick="x">',
      '<p style="x">',
      '<noscript><p title="</noscript><img src=x onerror=y>">',
      '<a\u0000b>',
      '<A HREF="x">',
    ),
  },
);
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

const rendered = (source: string): RenderedMarkdown => {
  const result = render(source);
  if ('problem' in result) throw new Error(result.problem);
  return result;
};

/** Attributes that the renderer adds to the allow-list. */
const OURS: readonly string[] = [
  'section',
  'section class',
  'section tabindex',
  'section aria-label',
  'pre tabindex',
  'a rel',
].concat(
  ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => `${name} id`),
  ['img loading', 'img decoding'],
);

function foreign({ name, attributes }: ReadElement): readonly string[] {
  if (!isAllowedElement(name) && !OURS.includes(name)) return [name];
  return Object.keys(attributes)
    .filter((attribute) => !isAllowedAttribute(name, attribute) && !OURS.includes(`${name} ${attribute}`))
    .map((attribute) => `${name} ${attribute}`);
}

it('for any text, the page has only allowed elements and attributes, closed in order', () => {
  fc.assert(
    fc.property(text, (source) => {
      const { elements, problems } = readStrictly(rendered(source).html);
      expect(problems).toEqual([]);
      expect(elements.flatMap(foreign)).toEqual([]);
    }),
    { numRuns: runs({ test: 600, proof: 3000 }) },
  );
});

it('for any text, URLs on the page have allowed schemes', () => {
  fc.assert(
    fc.property(text, (source) => {
      for (const { attributes } of readStrictly(rendered(source).html).elements) {
        const url = attributes['href'] ?? attributes['src'] ?? '';
        const { protocol } = new URL(url.replaceAll('&amp;', '&'), 'https://site.example/');
        expect(['http:', 'https:', 'mailto:', 'tel:']).toContain(protocol);
      }
    }),
    { numRuns: runs({ test: 400, proof: 2000 }) },
  );
});

it('for any text, headings never skip a level and ids are unique', () => {
  fc.assert(
    fc.property(text, (source) => {
      const { headings } = rendered(source);
      expect(new Set(headings.map(({ id }) => id)).size).toBe(headings.length);
      headings.reduce((above, { level }) => {
        expect(level).toBeLessThanOrEqual(above + 1);
        return level;
      }, 1);
    }),
    { numRuns: runs({ test: 300, proof: 1000 }) },
  );
});

it('the same text is rendered to the same bytes, regardless of earlier texts', () => {
  fc.assert(
    fc.property(text, text, (first, second) => {
      const alone = rendered(second);
      rendered(first);
      expect(rendered(second)).toEqual(alone);
    }),
    { numRuns: runs({ test: 100, proof: 300 }) },
  );
});
