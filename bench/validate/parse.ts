/** `node parse.ts FOLDER`: reads and parses every file below. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const root = process.argv[2]!;
for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' }))
  if (name.endsWith('.yaml')) parse(readFileSync(join(root, name), 'utf8'));
