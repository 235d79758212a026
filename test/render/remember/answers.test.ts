import { describe, expect, it } from 'vitest';
import { answersIn, type BuildWorld } from '../../../src/render/remember/world.ts';

const answerFor = (source: string): string | undefined =>
  answersIn({ templates: { source: () => source } } as unknown as BuildWorld)(['template', 'footer']);

describe('what is remembered of templates', () => {
  it.each([
    '<%= Date.now() %>',
    '<%= new Intl.DateTimeFormat("en", { timeStyle: "full" }).format() %>',
    '<%= crypto.randomUUID() %>',
    '<%= navigator.language %>',
    '<%= this.readFile("data/menu.json") %>',
    '<%= it.count.toLocaleString() %>',
  ])('runs a template in each build that may read more than its data: %s', (source) => {
    expect(answerFor(source)).toBeUndefined();
  });

  it.each(['<%= it.title %>', '<%= it.count.toFixed(2) %>'])(
    'compares the text of a template that reads its data: %s',
    (source) => expect(answerFor(source)).toBeDefined(),
  );
});
