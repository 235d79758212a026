import type { About } from '../suite/benchmark.ts';

const about = (documents: string): About => ({
  title: `Save to page with ${documents} documents`,
  text: `\`gitcast dev\` and \`hugo server\` run side by side, each with the same ${documents} articles. The time starts before the first paragraph of an article is saved and ends when the server answers with a page that contains it; that of an edit starts when a form of [edit mode](guides/edit.md) sends it. Memory is the most that each server had.`,
  summary: ['{time from a save to its page}', '{relative to hugo server} of the time of `hugo server`'],
});

export const aboutDev = about('10,000');
export const aboutLargeDev = about('50,000');
