import { describe, expect, it } from 'vitest';
import { OLDER_FORMS } from '../../../src/plan/fields/desired.ts';
import { desiredOf } from '../desired-of.ts';
import { World, type Files } from '../world.ts';

const textsOf = (files: Files, name: string): readonly unknown[] =>
  desiredOf(Object.keys(files)[0]!.replace(/\.\w+$/, ''), new World().input(files))
    .older()
    .map((leaves) => leaves.get(name));

const firstSent = (markdown: string, field = 'content'): string => {
  const input = new World().input(
    {},
    { input: { mediaUrl: (name) => (name === 'media/none.jpg' ? undefined : `@${name}`) } },
  );
  const [entity] = input.broadcast.entities.values();
  return OLDER_FORMS[0]!.markdown(markdown, { entity: entity!, path: [field], locale: undefined, input, notes: [] });
};

describe('the form in which the first version sent a text', () => {
  it.each([
    ['![A](media/a.jpg)', '![A](@media/a.jpg)'],
    ['![A]( <media/a.jpg>)', '![A]( <@media/a.jpg>)'],
    ['<img src="media/a.jpg">', '<img src="@media/a.jpg">'],
    ["<IMG SRC = 'media/a.jpg'>", "<IMG SRC = '@media/a.jpg'>"],
    ['<img src=media/a.jpg>', '<img src=@media/a.jpg>'],
    ['![A](media/a.jpg) ![B](media/b.jpg)', '![A](@media/a.jpg) ![B](@media/b.jpg)'],
    ['![A](media/none.jpg)', '![A](media/none.jpg)'],
    ['media/a.jpg', 'media/a.jpg'],
    ['[Fares](articles/fares)', '[Fares](articles/fares)'],
  ])('%s was sent as %s', (written, sent) => {
    expect(firstSent(written)).toBe(sent);
  });

  it('had no pictures in descriptions', () => {
    expect(firstSent('![A](media/a.jpg)', 'description')).toBe('![A](media/a.jpg)');
  });

  it("had the line breaks of this checkout, or of a colleague's", () => {
    const lf = { 'articles/a.md': '---\ntitle: A\n---\nOne.\nTwo.\n' };
    expect(textsOf(lf, 'content')).toEqual(['One.\nTwo.\n', 'One.\nTwo.\n', 'One.\r\nTwo.\r\n']);
    const crlf = { 'articles/a.md': '---\r\ntitle: A\r\n---\r\nOne.\r\nTwo.\r\n' };
    expect(textsOf(crlf, 'content')).toEqual(['One.\nTwo.\n', 'One.\r\nTwo.\r\n', 'One.\r\nTwo.\r\n']);
  });

  it('is not computed for a document without Markdown, whose form has not changed', () => {
    expect(textsOf({ 'webhooks/a.yaml': 'url: https://x.example/\nevents: []\n' }, 'url')).toEqual([]);
  });
});
