import { assertNever } from '../diagnostics/errors.ts';
import { diagnose, type Diagnostic, type Span } from '../diagnostics/diagnostic.ts';
import { formatPath, isObject, type Json, type JsonObject, type Path } from '../values/json.ts';
import { didYouMean, inWords, type FormsSetting, type Setting, type Settings, type ValueSetting } from './setting.ts';

/** The configuration as read, with the location of each value. The code that reads the file provides it. */
export interface ConfigSource {
  readonly data: Json;
  readonly keySpan: (path: Path) => Span;
  readonly valueSpan: (path: Path) => Span;
}

/** Compares the written settings with the declared ones. */
export function checkSettings(declared: Setting, source: ConfigSource): readonly Diagnostic[] {
  const check = (setting: Setting, path: Path, value: Json): readonly Diagnostic[] => {
    // An empty value means the default.
    if (value === null) return setting.type === 'forms' ? checkForm(setting, source, path, {}) : [];
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
      case 'forms':
        if (!isObject(value)) return [refused(source, path, value, { expected: GROUPED })];
        return [
          ...checkForm(setting, source, path, value),
          ...checkNames({ type: 'group', settings: everySettingOf(setting) }, source, path, value),
          ...eachOf({ type: 'group', settings: everySettingOf(setting) }, value, path).flatMap((each) =>
            check(...each),
          ),
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
  const expected = `${or ? `${or.expected}, or ` : ''}${GROUPED}`;
  return [refused(source, path, value, { expected, suggestion: or?.suggest?.(value) })];
}

const GROUPED = 'settings, each as `name: value`';

const everySettingOf = ({ common, forms }: FormsSetting): Settings =>
  Object.assign({}, common, ...Object.values(forms).map(({ settings }) => settings));

/** The settings that the form of an entry needs, and those that only another form has. */
function checkForm(setting: FormsSetting, source: ConfigSource, path: Path, value: JsonObject): readonly Diagnostic[] {
  const { common, forms, formOf, words } = setting;
  const name = String(path.at(-1));
  const entry = words.entry(name);
  const isGiven = (each: string): boolean => Object.hasOwn(value, each) && value[each] !== null;
  const form = formOf(name, value);
  if (form === undefined) {
    // Forms are told apart by the one value that all of them need.
    const key = Object.keys(common).find((each) => common[each]!.needed)!;
    if (isGiven(key)) return [];
    const suggestion = `add \`${key}:\` with ${inWords(Object.keys(forms))}`;
    return [diagnose('config-value', source.keySpan(path), `${entry} is missing \`${key}\``, { suggestion })];
  }
  const own = Object.entries(forms[form]!.settings);
  const names = own.map(([each]) => each);
  const missing = own.filter(([each, { needed }]) => needed && !isGiven(each)).map(([each]) => each);
  const foreign = Object.keys(everySettingOf(setting)).filter(
    (each) => isGiven(each) && !names.includes(each) && !Object.hasOwn(common, each),
  );
  return [
    ...(missing.length === 0
      ? []
      : [diagnose('config-value', source.keySpan(path), `${entry} is missing ${missing.join(', ')}`)]),
    ...foreign.map((each) => {
      const { message, suggestion } = words.foreign(form, each, names);
      return diagnose('config-unknown', source.keySpan([...path, each]), message, { suggestion });
    }),
  ];
}

type Named =
  | Pick<Extract<Setting, { type: 'group' }>, 'type' | 'settings' | 'or'>
  | Extract<Setting, { type: 'table' }>;

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

interface Expectation {
  readonly expected: string;
  readonly suggestion?: string | undefined;
}

function refused(source: ConfigSource, path: Path, value: Json, { expected, suggestion }: Expectation): Diagnostic {
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
