/** A text that differs between versions of gitcast and of the packages it reads content with. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { stampOf } from '../../../machine/file-stamp.ts';
import { digest } from '../../../values/digest.ts';
import { manifestPlaces, PROGRAM } from '../../program-files.ts';

/** Only times of files are looked at: reading the program would take longer than what is saved. */
export function programStamp(): string {
  const { node, icu, tz, unicode } = process.versions;
  const stamps = [...manifestPlaces(), ...programFiles()].map((file) => `${file} ${stampAt(file)}`);
  return digest([node, icu, tz, unicode, ...stamps].join('\n'));
}

const stampAt = (file: string): string => {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? stampOf(stats) : '';
};

/** Each release has its own folder of files, while the sources of a checkout are edited one by one. */
function programFiles(): readonly string[] {
  const isCheckout = import.meta.url.endsWith('.ts');
  if (!isCheckout) return [PROGRAM, join(PROGRAM, 'chunks')];
  return readdirSync(PROGRAM, { recursive: true, encoding: 'utf8' }).map((name) => join(PROGRAM, name));
}
