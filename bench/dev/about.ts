import type { About } from '../suite/benchmark.ts';

export const aboutDev: About = {
  title: 'Save to page with 10,000 documents',
  text: '`gitcast dev` and `hugo server` side by side, each with 10,000 articles: from before an article is saved, or sent by a form of edit mode, until the server answers with its page.',
};

export const aboutLargeDev: About = {
  title: 'Save to page with 50,000 documents',
  text: 'The same with five times as many.',
};
