/** `npm run mutants -- src/plan/guard.ts [--by 'test/plan/*.test.ts']`: all mutants of some files, against some tests or all. */
import { parseArgs } from 'node:util';
import { mutantsIn, surviving } from './surviving.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { by: { type: 'string', multiple: true }, 'at-once': { type: 'string', default: '2' } },
});
const { by } = values;
await surviving(positionals.flatMap(mutantsIn), { atOnce: Number(values['at-once']), ...(by && { tests: by }) });
