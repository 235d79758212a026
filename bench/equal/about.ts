import type { About } from '../suite/benchmark.ts';

export const about: About = {
  title: 'The same pages',
  text: 'The articles of the cold build. Hugo has a theme that writes what ours writes for an article: header, menu, links to other languages, contents, newer and older, JSON-LD, Open Graph, highlighted code, pages of the list, feeds, search index, sitemap and worker.',
};
