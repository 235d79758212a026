/**
 * Compares `validate` over 10,000 files with only reading and parsing the same files with `yaml`: both in this process, in
 * turns, by their medians. The aim is a ratio of at most 2.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { diskFiles } from '../../src/content/files.ts';
import { readContent } from '../../src/content/read-content.ts';
import { checkContent } from '../../src/model/check-content.ts';
import { writeConcerts } from '../concerts.ts';
import { formatFigure, inTurns, type Figure } from '../measure.ts';

const FILES = 10_000;
const ROUNDS = 5;

function figures(): readonly Figure[] {
  const root = mkdtempSync(join(tmpdir(), 'gitcast-bench-'));
  try {
    writeConcerts(root, FILES);
    const events = join(root, 'events');
    const { bare, validate } = inTurns(ROUNDS, {
      bare: () => {
        for (const name of readdirSync(events)) parse(readFileSync(join(events, name), 'utf8'));
      },
      validate: () => {
        const settings = { timezone: 'Europe/Paris', locales: ['fr'] as const };
        const { diagnostics } = checkContent(readContent(diskFiles(root), { prefix: '' }), settings);
        if (diagnostics.length > 0) throw new Error(`the benchmark files are not valid: ${diagnostics[0]!.message}`);
      },
    });
    return [
      {
        name: `validate ${FILES} files, relative to only reading and parsing them`,
        value: validate / bare,
        aim: { most: 2 },
      },
    ];
  } finally {
    rmSync(root, { recursive: true });
  }
}

for (const figure of figures()) console.log(`  ${formatFigure(figure)}`);
