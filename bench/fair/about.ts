import type { About } from '../suite/benchmark.ts';

export const about: About = {
  title: 'A benchmark by others',
  text: 'The scenarios `blog` and `heavy` of [ssg-benchmark](https://github.com/hahwul/ssg-benchmark), with 1,000 and 5,000 posts by its own script; Hugo and Eleventy with its layouts, gitcast with its default theme.',
};
