import { describe, expect, it } from 'vitest';
import { all, classesOf, one, textOf, type Element } from '../html-tree.ts';
import { DRAWING, pageOf } from './block-page.ts';

const title = (...texts: readonly string[]) => ({ type: 'title', values: texts.map((text) => ({ text })) });
const paragraph = (text: string) => ({ type: 'paragraph', values: [{ text }] });

const headings = (within: Element): readonly string[] =>
  ['h2', 'h3', 'h4', 'h5'].flatMap((name) => all(within, name).map((heading) => `${name} ${textOf(heading)}`));

describe('the title block', () => {
  it('is a heading one level below the page title, for each entry', async () => {
    const { blocks } = await pageOf([title('First', 'Second')]);
    expect(headings(blocks)).toEqual(['h2 First', 'h2 Second']);
  });

  it('escapes its text, and keeps French punctuation on the same line as its word', async () => {
    const { blocks } = await pageOf([title('Quand <b>même</b> ?')]);
    expect(textOf(one(blocks, 'h2'))).toBe('Quand <b>même</b> ?'.normalize());
    expect(one(blocks, 'h2').children).toEqual(['Quand <b>même</b>\u00a0?']);
  });
});

describe('the paragraph block', () => {
  it('is Markdown, with headings below the title above it', async () => {
    const { blocks } = await pageOf([title('Title'), paragraph('# Inside\n\nSome **strong** [words](pages/p).')]);
    expect(headings(blocks)).toEqual(['h2 Title', 'h3 Inside']);
    expect(textOf(one(one(blocks, '.prose'), 'strong'))).toBe('strong');
    expect(one(blocks, 'a').attributes['href']).toBe('./');
  });

  it('shows several texts in order, without scripts', async () => {
    const { blocks, diagnostics } = await pageOf([
      { type: 'paragraph', values: [{ text: 'One' }, { text: 'Two <script>alert(1)</script>' }] },
    ]);
    expect(textOf(blocks)).toMatch(/^One Two/);
    expect(all(blocks, 'script')).toEqual([]);
    expect(diagnostics).toMatchObject([{ code: 'text-removed' }]);
  });

  it('lets a wide table scroll on its own', async () => {
    const { blocks } = await pageOf([paragraph('| a | b |\n| - | -: |\n| 1 | 2 |')]);
    expect(all(one(blocks, '.table'), 'table')).toHaveLength(1);
  });
});

describe('the divider block', () => {
  it('is a line between the blocks before and after it', async () => {
    const { blocks } = await pageOf([paragraph('Before'), { type: 'divider' }, paragraph('After')]);
    const order = blocks.children.filter((child) => typeof child !== 'string').map(({ name }) => name);
    expect(order).toEqual(['div', 'hr', 'div']);
  });

  it('ends the section of a title', async () => {
    const { blocks } = await pageOf([title('Title'), { type: 'divider' }, paragraph('# Free')]);
    expect(headings(blocks)).toEqual(['h2 Title', 'h2 Free']);
  });
});

describe('the section block', () => {
  it('shows its blocks under its own heading, including nested sections', async () => {
    const inner = { type: 'section', values: [{ title: 'Inner', blocks: [paragraph('# Deep')] }] };
    const { blocks } = await pageOf([
      { type: 'section', values: [{ title: 'Outer', blocks: [paragraph('Text'), inner] }] },
    ]);
    const [outer, nested] = all(blocks, '.section');
    expect(all(outer!, '.section')).toEqual([nested]);
    expect(headings(outer!)).toEqual(['h2 Outer', 'h3 Inner', 'h4 Deep']);
    expect(textOf(outer!)).toBe('Outer Text Inner Deep');
  });

  it('has no heading without a title, and one part for each entry', async () => {
    const { blocks } = await pageOf([
      { type: 'section', values: [{ blocks: [paragraph('One')] }, { title: 'Two', blocks: [] }] },
    ]);
    expect(all(blocks, '.section').map(textOf)).toEqual(['One', 'Two']);
    expect(headings(blocks)).toEqual(['h2 Two']);
  });
});

describe('blocks of a page', () => {
  it('are in document order', async () => {
    const words = ['c', 'a', 'd', 'b'];
    const { blocks } = await pageOf(words.map((word, index) => (index % 2 === 0 ? title(word) : paragraph(word))));
    expect(textOf(blocks)).toBe('c a d b');
  });

  it('have the requested height, by a class in the style sheet', async () => {
    const { blocks, css } = await pageOf(
      [
        { ...paragraph('High'), height: 321 },
        { type: 'divider', height: 90 },
        { type: 'media', height: 480, values: [{ media: 'media/a.svg' }] },
        { type: 'embed', height: 222, values: [{ url: 'https://video.example/1' }] },
      ],
      { files: { 'media/a.svg': DRAWING } },
    );
    expect(all(blocks, '.sized').map(({ attributes }) => classesOf(attributes))).toEqual([
      ['sized', 'h-321'],
      ['sized', 'h-90'],
    ]);
    expect(classesOf(one(blocks, 'ul.media').attributes)).toContain('h-480');
    expect(classesOf(one(blocks, '.embed').attributes)).toContain('h-222');
    for (const height of [321, 90, 480, 222]) expect(css).toContain(`.h-${height}{--h:${height}px}`);
  });
});
