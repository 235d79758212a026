/** The example run in a separate process, which dies at a step. It prints how many lines were confirmed as durable. */
import { writeSync } from 'node:fs';
import { createFileStore } from '../../src/state/file/file-store.ts';
import { crashDisk, type Moment } from './crash-disk.ts';
import { IDENTITY } from './identity.ts';
import { exampleRun } from './example-run.ts';

const [folder, at, moment] = process.argv.slice(2) as [string, string, Moment];
const disk = crashDisk({ at: Number(at), moment });
await exampleRun(
  createFileStore({ folder, target: 'production', identity: IDENTITY, disk }),
  (safe) => void writeSync(1, `${safe}\n`),
);
