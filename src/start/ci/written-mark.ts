/** The first line of a file that `init --ci` writes: a digest of the rest, and the command. */
import { digest } from '../../values/digest.ts';

interface WrittenMark {
  /** The digest of the rest as it was written. */
  readonly digest: string;
  /** The command that updates the file. */
  readonly command: string;
  /** The rest of the file differs from what was written. */
  readonly isEdited: boolean;
}

const MARK = /^(?:#|\/\/) gitcast · (?<digest>[\w-]+) · (?<command>gitcast init --ci .+) updates this file$/;

export function withMark(path: string, text: string, command: string): string {
  const sign = path.endsWith('.mjs') ? '//' : '#';
  const line = `${sign} gitcast · ${digestOf(text)} · ${command} updates this file\n`;
  const [shebang = ''] = /^#!.*\n/.exec(text) ?? [];
  return shebang + line + text.slice(shebang.length);
}

/** Undefined for a file without a mark. */
export function markIn(text: string): WrittenMark | undefined {
  const lines = withLineFeeds(text).split('\n');
  const at = lines[0]?.startsWith('#!') ? 1 : 0;
  const { digest: noted, command } = MARK.exec(lines[at] ?? '')?.groups ?? {};
  if (noted === undefined || command === undefined) return undefined;
  return { command, digest: noted, isEdited: digestOf(lines.toSpliced(at, 1).join('\n')) !== noted };
}

const digestOf = (text: string): string => digest(text).slice(0, 12);

/** Git writes other line breaks into a checkout on Windows. */
export const withLineFeeds = (text: string): string => text.replaceAll('\r\n', '\n');
