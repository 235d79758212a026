import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { diskFiles, memoryFiles, type ContentFiles } from '../../src/content/files.ts';
import { readTargetLayers } from '../../src/content/target-content.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { checkTargets } from '../../src/model/check-content.ts';
import { parse } from '../config/parse.ts';
import { checkFiles, settings } from './harbour.ts';

const INVALID = join(import.meta.dirname, '../fixtures/invalid');
const CONFIG = 'gitcast.config.yaml';
const TARGETS = ['local', 'staging', 'production'];

export const fixtures = readdirSync(INVALID);

interface Found {
  readonly code: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export const expected = (fixture: string): readonly Found[] => json(join(INVALID, fixture, 'expected.json')) as Found[];

export function found(fixture: string): readonly Found[] {
  return diagnosticsOf(join(INVALID, fixture)).map(({ code, at: { file, line, column } }) => ({
    code,
    file,
    line,
    column,
  }));
}

function diagnosticsOf(folder: string): readonly Diagnostic[] {
  if (existsSync(join(folder, CONFIG))) return parse(readFileSync(join(folder, CONFIG), 'utf8')).diagnostics;
  const recipe = join(folder, 'make.json');
  const content = join(folder, 'content');
  if (existsSync(recipe)) return checkFiles(made(diskFiles(content), json(recipe) as Recipe)).diagnostics;
  const shown = (path: string): string => `${relative(folder, path)}/`;
  return checkTargets(readTargetLayers({ folder: content, shown, targets: TARGETS }), {
    ...settings,
    targets: TARGETS,
    secrets: ['NEWSROOM_SECRET'],
  }).diagnostics;
}

/** See the README next to the fixtures. */
interface Recipe {
  readonly add?: readonly { readonly path: string; readonly text: string; readonly times?: number }[];
  readonly unreadable?: readonly string[];
}

function made(files: ContentFiles, { add = [], unreadable = [] }: Recipe): ContentFiles {
  const added = memoryFiles(Object.fromEntries(add.map(({ path, text, times = 1 }) => [path, text.repeat(times)])));
  const isAdded = (path: string): boolean => add.some((file) => file.path === path);
  return {
    entries: () => [...files.entries(), ...added.entries()],
    entry: (path) => (isAdded(path) ? added : files).entry(path),
    read: (path) => {
      if (unreadable.includes(path)) throw new Error(`EACCES: permission denied, open '${path}'`);
      return (isAdded(path) ? added : files).read(path);
    },
  };
}

const json = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
