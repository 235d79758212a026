import { assertNever } from '../diagnostics/errors.ts';
import { diagnose, type Diagnostic, type Span } from '../diagnostics/diagnostic.ts';
import { formatPath, isObject, type Json, type JsonObject, type Path } from '../values/json.ts';
import type { ConfigSource } from './config-source.ts';
import { didYouMean, inWords, type Setting, type ValueSetting } from './setting.ts';

/** Compares the written settings with the declared ones. */
export function checkSettings(declared: Setting, source: ConfigSource): readonly Diagnostic[] {
  const check = (setting: Setting, path: Path, value: Json): readonly Diagnostic[] => {
    // An empty value means the default.
    if (value === null) return [];
    switch (setting.type) {
      case 'value':
        return setting.accepts(value) ? [] : [unusable(setting, source, path, value)];
      case 'list':
        if (!Array.isArray(value) || value.length === 0) return [refused(source, path, value, setting)];
        return value.flatMap((item: Json, index) => check(setting.items, [...path, index], item));
      case 'group':
      case 'table':
        if (!isObject(value)) return refusedGroup(setting, source, path, value);
        return [
          ...checkNames(setting, source, path, value),
          ...eachOf(setting, value, path).flatMap((each) => check(...each)),
        ];
      default:
        return assertNever(setting);
    }
  };
  return check(declared, [], source.data);
}

function refusedGroup(setting: Named, source: ConfigSource, path: Path, value: Json): readonly Diagnostic[] {
  const or = setting.type === 'group' ? setting.or : undefined;
  if (or?.accepts(value)) return [];
  const expected = `${or ? `${or.expected}, or ` : ''}settings, each as \`name: value\``;
  return [refused(source, path, value, { expected, suggestion: or?.suggest?.(value) })];
}

type Named = Extract<Setting, { type: 'group' | 'table' }>;

function checkNames(setting: Named, source: ConfigSource, path: Path, value: JsonObject): readonly Diagnostic[] {
  const names = Object.keys(value);
  return setting.type === 'group'
    ? names
        .filter((name) => !Object.hasOwn(setting.settings, name))
        .map((name) => unknown(setting.settings, source, [...path, name]))
    : names.filter((name) => !setting.name.accepts(name)).map((name) => badName(setting.name, source, [...path, name]));
}

function eachOf(setting: Named, value: JsonObject, path: Path): readonly [Setting, Path, Json][] {
  return Object.entries(value).flatMap(([name, child]): [Setting, Path, Json][] => {
    if (setting.type === 'table') return [[setting.entries, [...path, name], child]];
    return Object.hasOwn(setting.settings, name) ? [[setting.settings[name]!, [...path, name], child]] : [];
  });
}

function unusable(setting: ValueSetting, source: ConfigSource, path: Path, value: Json): Diagnostic {
  const suggestion = setting.suggest?.(value);
  if (!setting.hides?.(value)) return refused(source, path, value, { expected: setting.expected, suggestion });
  const at = source.valueSpan(path);
  const message = `\`${formatPath(path)}\` must be ${setting.expected}`;
  return diagnose('config-value', endingAt(at, at.column - 1), message, { suggestion });
}

interface Wanted {
  readonly expected: string;
  readonly suggestion?: string | undefined;
}

function refused(source: ConfigSource, path: Path, value: Json, { expected, suggestion }: Wanted): Diagnostic {
  const name = path.length === 0 ? 'the configuration' : `\`${formatPath(path)}\``;
  const message = `${name} must be ${expected}, not ${inFewWords(value)}`;
  return diagnose('config-value', source.valueSpan(path), message, { suggestion });
}

function inFewWords(value: Json): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  return isObject(value) ? 'a group of settings' : `\`${String(value)}\``;
}

function badName(declared: ValueSetting, source: ConfigSource, path: Path): Diagnostic {
  return diagnose('config-value', source.keySpan(path), `the name \`${path.at(-1)}\` must be ${declared.expected}`);
}

function unknown(settings: Readonly<Record<string, Setting>>, source: ConfigSource, path: Path): Diagnostic {
  const at = source.keySpan(path);
  const name = String(path.at(-1));
  const names = Object.keys(settings);
  const place = path.length === 1 ? 'there is no setting' : `\`${formatPath(path.slice(0, -1))}\` has no setting`;
  return diagnose('config-unknown', endingAt(at, at.column - 1 + at.length), `${place} \`${name}\``, {
    suggestion: didYouMean(name, names) ?? `use ${inWords(names)}`,
  });
}

/** Hides the rest of a line: a misplaced setting may be a credential, and problems appear in public logs. */
function endingAt(at: Span, end: number): Span {
  if (end >= at.lineText.length) return at;
  return { ...at, lineText: `${at.lineText.slice(0, end)}…`, length: Math.max(1, end - at.column + 1) };
}
