/** What holds between settings. The rules look only at which settings are given; what each holds was checked before. */
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { isObject, valueAt, type Json, type JsonObject, type Path } from '../values/json.ts';
import { isLoopback } from '../machine/loopback.ts';
import { LOCAL } from './config.ts';
import type { ConfigSource } from './config-source.ts';
import { DEFAULTS } from './defaults.ts';
import { didYouMean, inWords } from './setting.ts';

const REMOTE_SETTINGS = ['baseUrl', 'userId', 'broadcastId', 'key', 'keyA', 'keyB', 'history', 'allowHttp'];
const ANOTHER_NAME = 'give a remote target another name';

type Rule = (source: ConfigSource) => readonly Diagnostic[];

const defaultTargetExists: Rule = (source) => {
  const name = valueAt(source.data, ['defaultTarget']);
  const names = [LOCAL, ...targets(source).map(({ name }) => name)];
  if (typeof name !== 'string' || names.includes(name)) return [];
  const suggestion = didYouMean(name, names) ?? `use ${inWords(names)}`;
  return [problem(source, ['defaultTarget'], `no target is called \`${name}\``, suggestion)];
};

const onlyLocalIsEmbedded: Rule = (source) =>
  targets(source).flatMap(({ name, target, path }) => {
    const at = [...path, 'embedded'];
    if (name === LOCAL && target['embedded'] === false) {
      return [problem(source, at, '`local` is always the embedded service', ANOTHER_NAME)];
    }
    if (name !== LOCAL && target['embedded'] === true) {
      return [problem(source, at, 'only `local` is the embedded service', 'remove it, or name the target `local`')];
    }
    return [];
  });

const localHasNoAddress: Rule = (source) =>
  targets(source)
    .filter(({ name }) => name === LOCAL)
    .flatMap(({ target, path }) =>
      REMOTE_SETTINGS.filter((name) => isGiven(target, name)).map((name) => path.concat(name)),
    )
    .map((path) => {
      const message = `\`local\` is the embedded service and has no \`${path.at(-1)}\``;
      return diagnose('config-value', source.keySpan(path), message, { suggestion: ANOTHER_NAME });
    });

const remoteIsComplete: Rule = (source) =>
  remoteTargets(source).flatMap(({ name, target, path }) => {
    const missing = ['baseUrl', 'userId', 'broadcastId'].filter((setting) => !isGiven(target, setting));
    if (missing.length === 0) return [];
    return [diagnose('config-value', source.keySpan(path), `the target \`${name}\` lacks ${missing.join(', ')}`)];
  });

const remoteHasKeys: Rule = (source) =>
  remoteTargets(source).flatMap(({ name, target, path }) => {
    const both = isGiven(target, 'keyA') && isGiven(target, 'keyB');
    const either = isGiven(target, 'keyA') || isGiven(target, 'keyB');
    const one = isGiven(target, 'key');
    if (one ? !either : both) return [];
    const message = one
      ? `the target \`${name}\` has \`key\` and another key beside it`
      : `the target \`${name}\` lacks ${either ? 'one of its two keys' : 'its key'}`;
    const suggestion = 'give `key: { $env: NAME }`, or both `keyA` and `keyB`';
    return [diagnose('config-value', source.keySpan(path), message, { suggestion })];
  });

/** Content is written by more people than may use the service with its key. */
const secretsAreNoKeys: Rule = (source) => {
  const names = valueAt(source.data, ['secrets']);
  if (!Array.isArray(names)) return [];
  const keys = new Map(
    targets(source).flatMap(({ name, target }) =>
      ['key', 'keyA', 'keyB'].map((setting) => [valueAt(target, [setting, '$env']), name] as const),
    ),
  );
  return names.flatMap((name: Json, index) => {
    const owner = keys.get(name);
    if (owner === undefined || typeof name !== 'string') return [];
    const message = `\`${name}\` is the key of the target \`${owner}\`, which documents can never name`;
    return [
      problem(source, ['secrets', index], message, 'remove it; a secret of the content has a variable of its own'),
    ];
  });
};

/** A key that is sent in clear text belongs to everybody on the way. */
const plainHttpIsAllowed: Rule = (source) =>
  remoteTargets(source).flatMap(({ target, path }) => {
    const { baseUrl, allowHttp } = target;
    if (typeof baseUrl !== 'string' || allowHttp === true) return [];
    const url = URL.parse(baseUrl);
    if (url?.protocol !== 'http:' || isLoopback(url.hostname)) return [];
    const message = `\`${baseUrl}\` is plain http: the key and the content would be sent unencrypted`;
    const suggestion = 'write https://; if the way to it is safe, add `allowHttp: true` to the target';
    return [problem(source, [...path, 'baseUrl'], message, suggestion)];
  });

const outputIsApartFromContent: Rule = (source) => {
  const [content, output] = (['content', 'output'] as const).map((name) =>
    folderParts(valueAt(source.data, [name]) ?? DEFAULTS[name]),
  );
  if (!content || !output) return [];
  const shared = content.every((part, index) => index >= output.length || part === output[index]);
  const path: Path = valueAt(source.data, ['output']) === undefined ? ['content'] : ['output'];
  return shared
    ? [problem(source, path, 'neither of `content` and `output` may lie in the other', 'name two separate folders')]
    : [];
};

export const rules: readonly Rule[] = [
  defaultTargetExists,
  onlyLocalIsEmbedded,
  localHasNoAddress,
  remoteIsComplete,
  remoteHasKeys,
  outputIsApartFromContent,
  secretsAreNoKeys,
  plainHttpIsAllowed,
];

interface WrittenTarget {
  readonly name: string;
  readonly target: JsonObject;
  readonly path: Path;
}

function targets(source: ConfigSource): readonly WrittenTarget[] {
  const written = valueAt(source.data, ['targets']);
  if (!isObject(written)) return [];
  return Object.entries(written).flatMap(([name, target]) => {
    if (target !== null && !isObject(target)) return [];
    return [{ name, target: target ?? {}, path: ['targets', name] }];
  });
}

const remoteTargets = (source: ConfigSource) => targets(source).filter(({ name }) => name !== LOCAL);

const isGiven = (target: JsonObject, setting: string): boolean =>
  Object.hasOwn(target, setting) && target[setting] !== null;

function folderParts(value: unknown): readonly string[] | undefined {
  return typeof value === 'string' ? value.split('/').filter((part) => part !== '' && part !== '.') : undefined;
}

const problem = (source: ConfigSource, path: Path, message: string, suggestion: string): Diagnostic =>
  diagnose('config-value', source.valueSpan(path), message, { suggestion });
