import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { gitIn, type Git } from '../../src/git/git.ts';
import { git } from './clones.ts';

/** A repository without a remote that the tests of a file share: they do not interfere with each other. */
export function sharedRepository(): { readonly git: () => Git; readonly folder: () => string } {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'gitcast-repository-'));
    git(folder, 'init', '-q');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return { git: () => gitIn(folder, process.env), folder: () => folder };
}
