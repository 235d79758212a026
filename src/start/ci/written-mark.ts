/** The first line of a file that `init --ci` writes: the version of gitcast, a digest of the rest, and the command. */
import { digest } from '../../values/digest.ts';

interface WrittenBy {
  /** The version of gitcast. */
  readonly version: string;
  /** The command that updates the file. */
  readonly command: string;
}

interface WrittenMark extends WrittenBy {
  /** The digest of the rest as it was written. */
  readonly digest: string;
  /** The rest of the file differs from what was written, except for its pins. */
  readonly isEdited: boolean;
}

const MARK =
  /^(?:#|\/\/) gitcast (?<version>\S+) · (?<digest>[\w-]+) · (?<command>gitcast init --ci .+) updates this file$/;

export function withMark(path: string, text: string, { version, command }: WrittenBy): string {
  const sign = path.endsWith('.mjs') ? '//' : '#';
  const line = `${sign} gitcast ${version} · ${digestOf(text)} · ${command} updates this file\n`;
  const [shebang = ''] = /^#!.*\n/.exec(text) ?? [];
  return shebang + line + text.slice(shebang.length);
}

/** Undefined for a file without a mark. */
export function markIn(text: string): WrittenMark | undefined {
  const lines = withLineFeeds(text).split('\n');
  const at = lines[0]?.startsWith('#!') ? 1 : 0;
  const { version, digest: noted, command } = MARK.exec(lines[at] ?? '')?.groups ?? {};
  if (version === undefined || command === undefined) return undefined;
  return { version, command, digest: noted ?? '', isEdited: digestOf(lines.toSpliced(at, 1).join('\n')) !== noted };
}

const digestOf = (text: string): string => digest(withoutPins(text)).slice(0, 12);

/** Git writes other line breaks into a checkout on Windows. */
export const withLineFeeds = (text: string): string => text.replaceAll('\r\n', '\n');

/**
 * The pinned actions and images of CI files: `uses: actions/checkout@<commit> # v5.0.0`, or
 * `image: node:24.11.0-bookworm@sha256:<digest>`. Dependabot and Renovate update them, which is no edit by a person.
 */
const PIN =
  /(?<name>\buses: [\w./-]+|\bimage: [\w./-]+)(?<pin>@[0-9a-f]{40} # v(?<version>[\d.]+)|:(?<tag>[\w.-]+)@sha256:[0-9a-f]{64})/g;

interface Pin {
  readonly name: string;
  readonly pin: string;
  readonly version: string;
}

const pinOf = ({ name = '', pin = '', version, tag = '' }: Readonly<Record<string, string | undefined>>): Pin => ({
  name,
  pin,
  version: version ?? tag,
});

export const withoutPins = (text: string): string => text.replaceAll(PIN, '$<name>');

const byVersion = new Intl.Collator('en', { numeric: true });

/** A text with the pins of an earlier one where those are newer. */
export function withNewerPins(text: string, earlier: string): string {
  const present = new Map(
    [...earlier.matchAll(PIN)].map(({ groups = {} }) => pinOf(groups)).map((each) => [each.name, each]),
  );
  return text.replaceAll(PIN, (whole, ...found) => {
    const own = pinOf(found.at(-1) as Readonly<Record<string, string | undefined>>);
    const other = present.get(own.name);
    return other && byVersion.compare(other.version, own.version) > 0 ? own.name + other.pin : whole;
  });
}
