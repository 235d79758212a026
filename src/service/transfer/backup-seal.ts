/**
 * The first and the last line of a backup. The last one has the digest of all lines before it: a file that was cut off,
 * damaged or edited is noticed before anything is written.
 */
import { createHash } from 'node:crypto';
import { UserError } from '../../diagnostics/errors.ts';

const FIRST = JSON.stringify({ gitcast: 'service', version: 1 });

/** How a last line begins, and no other. */
const LAST = '{"rows":';

export type WriteLine = (line: string) => void;

/** Writes the first line. `add` writes the others, and `end` the last one. */
export function beginSealed(write: WriteLine) {
  const hash = createHash('sha256');
  let rows = -1; // The first line is not a row.
  const add: WriteLine = (line) => {
    rows += 1;
    hash.update(`${line}\n`);
    write(line);
  };
  add(FIRST);
  return { add, end: () => write(lastLine(rows, hash.digest('hex'))) };
}

const lastLine = (rows: number, sha256: string): string => JSON.stringify({ rows, sha256 });

/** The lines with rows. Throws after the last of them if they are not those that were written. */
export function* sealedLines(lines: Iterable<string>): Generator<string> {
  const hash = createHash('sha256');
  let rows = -1;
  let last: string | undefined;
  for (const line of lines) {
    if (line === '') continue;
    if (last !== undefined) throw changed('it has lines after its last one');
    if (rows === -1 && line !== FIRST) throw unknownFormat();
    if (line.startsWith(LAST)) {
      last = line;
      continue;
    }
    rows += 1;
    hash.update(`${line}\n`);
    if (rows > 0) yield line;
  }
  if (rows === -1) throw unknownFormat();
  if (last === undefined) throw changed('its end is missing');
  if (last !== lastLine(rows, hash.digest('hex'))) throw changed('its lines do not match the digest at its end');
}

const unknownFormat = (): UserError =>
  new UserError('this is not a backup of a service, or it was made by another version of gitcast', {
    suggestion: 'create one with gitcast serve backup FILE',
  });

const changed = (how: string): UserError =>
  new UserError(`the file is not complete or was changed: ${how}; nothing was written to the database`, {
    suggestion: 'use another copy of the file, or create a new one with gitcast serve backup FILE',
  });
