import type { About } from '../suite/benchmark.ts';

export const about: About = {
  title: 'Start-up',
  text: '`--version`, `validate` after a change of one document, and a plan with nothing to do on the demo, and `validate`, `plan` and a first `build` of what `gitcast init` writes, compared with a Node.js process that does nothing: the installed package, as people use it, and the checkout, which runs its build if that is current, and its sources otherwise.',
  summary: [
    '`--version` takes {--version, times an empty process} times as long as an empty Node.js process',
    '`validate` {validate, times an empty process} times',
    '`plan` {plan, times an empty process} times',
  ],
  obstacles: {
    'validate, times an empty process':
      'most of it loads the modules of the checks, with compiled code from a cache. A snapshot of the heap would need a program of its own for each platform.',
    'validate of the starter, times an empty process':
      'nothing is remembered, so everything is loaded and checked: compiled code and modules of Node.js take more than a quarter of it, the first time in a time zone an eighth, for which V8 lists all languages it knows, and the nine drawings a tenth, in code that V8 has not optimised yet.',
    'build of the starter, times an empty process':
      'each page is the first of its type, rendered by code that V8 has not optimised yet: a quarter of it. Loading takes a sixth, checks and drawings a tenth, packs for offline use a twelfth, garbage collection a twentieth.',
  },
};
