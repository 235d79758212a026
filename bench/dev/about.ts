import type { About } from '../suite/benchmark.ts';

const about = (documents: string): About => ({
  title: `Save to page with ${documents} documents`,
  text: `\`gitcast dev\` and \`hugo server\` side by side, each with ${documents} articles: from before an article is saved, or sent by a form of edit mode, until the server answers with its page.`,
});

export const aboutDev = about('10,000');
export const aboutLargeDev = about('50,000');
