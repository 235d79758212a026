/** Texts made to break a build. Each must end quickly, with a page or with a message. */
import { Lexer } from 'marked';
import { describe, expect, it, vi } from 'vitest';
import { readText } from '../../src/markdown/reading.ts';
import { contentsOf } from '../../src/render/markdown/headings.ts';
import { createMarkdown } from '../../src/render/markdown/render-markdown.ts';

const { render } = createMarkdown();

describe('a text that is nested too deeply is refused with a message', () => {
  it.each([
    ['quotes', '>'.repeat(20_000)],
    ['spaced quotes', `${'> '.repeat(20_000)}a`],
    ['list markers', `${'- '.repeat(20_000)}a`],
    ['numbers', `${'1. '.repeat(20_000)}a`],
    ['quotes and lists', `${'> - '.repeat(20_000)}a`],
    ['indented lists', Array.from({ length: 1000 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')],
    ['elements', '<b>'.repeat(20_000)],
    ['elements in Markdown', `a\n\n${'<div>'.repeat(5000)}`],
  ])('%s', (_, text) => {
    expect(render(text)).toEqual({ problem: expect.stringMatching(/nested more than 100 deep/) });
  });
});

it('a text longer than 1 MiB is refused with a message', () => {
  expect(render('a'.repeat(1024 * 1024 + 1))).toEqual({ problem: 'the text is longer than 1 MiB' });
});

it('a text that would take the parser minutes is refused after a number of steps, and is not tried again', () => {
  const text = '~a~~ '.repeat(100_000);
  const problem = expect.stringContaining('a paragraph has thousands of `*`, `_` or `~`') as unknown;
  const tries = vi.spyOn(Lexer.prototype, 'inlineTokens');
  expect(render(text)).toEqual({ problem });
  expect(render(text)).toEqual({ problem });
  expect(readText(text)).toMatchObject({ links: [], problem });
  expect(tries).toHaveBeenCalledTimes(1);
  tries.mockRestore();
});

it('a table of contents has any number of headings', () => {
  const headings = Array.from({ length: 260_000 }, (_, index) => ({ level: 2, id: `a-${index}`, text: 'a' }));
  expect(contentsOf({ headings, text: 'a\n'.repeat(260_000) })).toHaveLength(260_000);
});

it('an error of the site itself is not attributed to the text', () => {
  const image = (): string => {
    throw new Error('a hook failed');
  };
  for (const text of ['![a](b)', `![a](b)${' word'.repeat(5000)}`]) {
    expect(() => render(text, { image })).toThrow('a hook failed');
  }
});

describe('a text that is merely unusual is rendered', () => {
  it.each([
    ['an empty one', ''],
    ['a line drawn with hyphens', '- '.repeat(300)],
    ['a line drawn with stars', '*'.repeat(300)],
    ['fifty levels of quotes', `${'>'.repeat(50)} a`],
    ['ten thousand headings', '# a\n'.repeat(10_000)],
    ['a paragraph of a hundred thousand spans', '*a* '.repeat(100_000)],
    ['two hundred thousand paragraphs', 'a\n\n'.repeat(200_000)],
    ['two hundred thousand items of a list', '- \ta\n'.repeat(150_000)],
    ['a long table', `|a|b|\n|-|-|\n${'|c|d|\n'.repeat(5000)}`],
    ['unclosed paragraphs and items', '<p>a<li>b'.repeat(40)],
    ['half of a surrogate pair', '[a](\ud800) \udc00'],
    ['control characters', '\u0000\u0001[a](\u0000b) <b\u0000>c</b>'],
  ])('%s', (_, text) => {
    expect(render(text)).toHaveProperty('html');
  });
});
