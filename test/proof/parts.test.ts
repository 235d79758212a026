import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROOT } from '../e2e/program.ts';
import { PARTS } from './parts.ts';

const files = PARTS.flatMap(({ quick, full = [] }) => [...quick, ...full]).flatMap((each) => each.files);

it.each([...new Set(files)].filter((file) => file !== 'REPEATED'))(
  'the proof counts tests that exist: %s',
  (pattern) => {
    const [, names] = /\{(.*)\}/.exec(pattern) ?? [];
    expect(globSync(pattern, { cwd: ROOT })).toHaveLength(names?.split(',').length ?? 1);
  },
);
