/** The requests of a plan, so that the bare loop can repeat them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const TRACE = 'trace.jsonl';

export const tracedRequests = (folder: string): readonly string[] =>
  readFileSync(join(folder, TRACE), 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { path: string }).path);
