/**
 * `validate` over 10,000 files against reading and parsing the same files with `yaml` alone: both in this process, in
 * turns, medians compared. The aim of the project is a ratio of at most 2.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { diskFiles } from '../../src/content/files.ts';
import { readContent } from '../../src/content/read-content.ts';
import { checkContent } from '../../src/model/check-content.ts';
import { formatFigure, inTurns, type Figure } from '../measure.ts';

const FILES = 10_000;
const ROUNDS = 5;

function figures(): readonly Figure[] {
  const root = mkdtempSync(join(tmpdir(), 'gitcast-bench-'));
  try {
    writeFiles(root);
    const events = join(root, 'events');
    const { bare, validate } = inTurns(ROUNDS, {
      bare: () => {
        for (const name of readdirSync(events)) parse(readFileSync(join(events, name), 'utf8'));
      },
      validate: () => {
        const settings = { timezone: 'Europe/Paris', locales: ['fr'] as const };
        const { diagnostics } = checkContent(readContent(diskFiles(root), { prefix: '' }), settings);
        if (diagnostics.length > 0) throw new Error(`the files of the bench are not valid: ${diagnostics[0]!.message}`);
      },
    });
    return [
      { name: `validate ${FILES} files, times reading and parsing alone`, value: validate / bare, aim: { most: 2 } },
    ];
  } finally {
    rmSync(root, { recursive: true });
  }
}

function writeFiles(root: string): void {
  mkdirSync(join(root, 'events'));
  mkdirSync(join(root, 'places'));
  writeFileSync(join(root, 'broadcast.yaml'), 'name: Bench\n');
  writeFileSync(join(root, 'places', 'quay.yaml'), 'name: Quay\n');
  for (let index = 0; index < FILES; index++) {
    const day = String(1 + (index % 28)).padStart(2, '0');
    const text = `# An event of the bench
title: "Concert number ${index}"
start_time: 2027-06-${day}T20:30:00+02:00
end_time: 2027-06-${day}T23:00:00+02:00
category: concert # as in categories/
place_id: places/quay
description: >-
  Two sets and an encore by a band that nobody has heard of yet,
  on the quay, free of charge.
`;
    writeFileSync(join(root, 'events', `event-${index}.yaml`), text);
  }
}

for (const figure of figures()) console.log(`  ${formatFigure(figure)}`);
