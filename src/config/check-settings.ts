import { diagnose, type Diagnostic, type Span } from '../diagnostics/diagnostic.ts';
import { didYouMean } from '../diagnostics/nearest.ts';
import { formatPath, isObject, type Json, type Path } from '../values/json.ts';
import type { Mismatch, Shape } from '../values/shape.ts';
import { inWords } from './setting-shapes.ts';

/** The configuration as read, with the location of each value. The code that reads the file provides it. */
export interface ConfigSource {
  readonly data: Json;
  readonly keySpan: (path: Path) => Span;
  readonly valueSpan: (path: Path) => Span;
}

/** Compares the written settings with the declared ones. */
export function checkSettings(declared: Shape<unknown>, source: ConfigSource): readonly Diagnostic[] {
  const mismatches = declared.check(givenIn(source.data));
  const missing = mismatches.filter(({ found }) => found === undefined);
  const byEntry = Map.groupBy(missing, ({ path }) => formatPath(path.slice(0, -1)));
  return [
    ...mismatches
      .filter(({ found }) => found !== undefined)
      .map((mismatch) => (mismatch.keys ? wrongName : wrongValue)(mismatch, source)),
    ...[...byEntry.values()].map((settings) => {
      const entry = settings[0]!.path.slice(0, -1);
      const names = settings.map(({ path }) => path.at(-1)).join(', ');
      return diagnose('config-value', source.keySpan(entry), `${inSentence(entry)} is missing ${names}`);
    }),
  ];
}

/** A setting without a value counts as not set. */
export function givenIn(data: Json): unknown {
  if (Array.isArray(data)) return data.map((item: Json) => (item === null ? item : givenIn(item)));
  if (!isObject(data)) return data ?? {};
  const settings = Object.entries(data);
  return Object.fromEntries(settings.map(([name, value]) => [name, value === null ? undefined : givenIn(value)]));
}

const inSentence = (path: Path): string =>
  path[0] === 'targets' ? `the target \`${path[1]}\`` : `\`${formatPath(path)}\``;

function wrongValue({ path, expected, found, suggestion, isSecret }: Mismatch, source: ConfigSource): Diagnostic {
  const at = source.valueSpan(path);
  const name = path.length === 0 ? 'the configuration' : `\`${formatPath(path)}\``;
  const message = `${name} must be ${expected}`;
  return isSecret
    ? diagnose('config-value', endingAt(at, at.column - 1), message, { suggestion })
    : diagnose('config-value', at, `${message}, not ${inFewWords(found)}`, { suggestion });
}

function inFewWords(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  return isObject(value) ? 'a group of settings' : `\`${String(value)}\``;
}

function wrongName({ path, expected, keys, message, suggestion }: Mismatch, source: ConfigSource): Diagnostic {
  const at = source.keySpan(path);
  if (message !== undefined) return diagnose('config-unknown', at, message, { suggestion });
  const name = String(path.at(-1));
  if (keys === 'any') return diagnose('config-value', at, `the name \`${name}\` must be ${expected}`);
  const place = path.length === 1 ? 'there is no setting' : `\`${formatPath(path.slice(0, -1))}\` has no setting`;
  return diagnose('config-unknown', endingAt(at, at.column - 1 + at.length), `${place} \`${name}\``, {
    suggestion: didYouMean(name, keys!, '`') ?? `use ${inWords(keys!)}`,
  });
}

/** Hides the rest of a line: a misplaced setting may be a credential, and problems appear in public logs. */
function endingAt(at: Span, end: number): Span {
  if (end >= at.lineText.length) return at;
  return { ...at, lineText: `${at.lineText.slice(0, end)}…`, length: Math.max(1, end - at.column + 1) };
}
