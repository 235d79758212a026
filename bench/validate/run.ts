import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeBroadcast } from '../corpora/broadcast.ts';
import type { Run } from '../suite/benchmark.ts';
import { inTurns } from '../suite/in-turns.ts';
import { makeRoom } from '../suite/leftovers.ts';
import { measureTree } from '../suite/measure-tree.ts';
import { gitcast } from '../suite/program.ts';
import { ratio } from '../suite/statistics.ts';

const EVENTS = 10_000;
const PARSE = join(import.meta.dirname, 'parse.ts');

export const run: Run = async ({ rounds, size }) => {
  const cwd = makeRoom();
  writeBroadcast(join(cwd, 'content'), { events: size(EVENTS) });
  writeFileSync(join(cwd, 'gitcast.config.yaml'), 'site: { timezone: Europe/Paris, locales: [en] }\n');
  const { bare, validate } = await inTurns(
    { rounds },
    {
      bare: () => measureTree({ words: ['node', PARSE, join(cwd, 'content')], cwd }),
      validate: () => measureTree({ words: gitcast('validate'), cwd }),
    },
  );
  return {
    figures: [
      ratio({ name: 'relative to reading and parsing', aim: { most: 0.5 } }, validate, bare, 's'),
      ratio({ name: 'CPU time relative to reading and parsing' }, validate, bare, 'CPU s'),
    ],
    series: [
      { ...validate, name: 'gitcast validate' },
      { ...bare, name: 'reading and parsing' },
    ],
  };
};
