/** Rules between settings. They only look at which settings are present; their values were checked before. */
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { didYouMean } from '../diagnostics/nearest.ts';
import { isObject, valueAt, type JsonObject, type Path } from '../values/json.ts';
import type { ConfigSource } from './check-settings.ts';
import { redirectsAreSound } from './redirect-rules.ts';
import { inWords } from './setting-shapes.ts';
import { LOCAL, PUBLISH_TO, settings } from './config.ts';

type Rule = (source: ConfigSource) => readonly Diagnostic[];

const defaultTargetExists: Rule = (source) => {
  const name = valueAt(source.data, ['defaultTarget']);
  const names = [LOCAL, ...targets(source).map(({ name }) => name)];
  if (typeof name !== 'string' || names.includes(name)) return [];
  const suggestion = didYouMean(name, names, '`') ?? `use ${inWords(names)}`;
  return [problem(source, ['defaultTarget'], `there is no target \`${name}\``, suggestion)];
};

const outputIsApartFromContent: Rule = (source) => {
  const [content, output] = (['content', 'output'] as const).map((name) =>
    folderParts(valueAt(source.data, [name]) ?? settings[name].fallback),
  );
  if (!content || !output) return [];
  const shared = content.every((part, index) => index >= output.length || part === output[index]);
  const path: Path = valueAt(source.data, ['output']) === undefined ? ['content'] : ['output'];
  return shared
    ? [problem(source, path, '`content` and `output` must not be inside each other', 'use two separate folders')]
    : [];
};

const someSchemeIsLeft: Rule = (source) =>
  ['light', 'dark'].every((scheme) => valueAt(source.data, ['site', scheme]) === false)
    ? [problem(source, ['site', 'dark'], '`site.light` and `site.dark` are both false', 'remove one of them')]
    : [];

const publishSaysWhere: Rule = (source) =>
  publishHosts(source)
    .filter(({ entry }) => !isGiven(entry, 'to'))
    .map(({ name, path }) => {
      const suggestion = `add \`to:\` with ${inWords(PUBLISH_TO)}`;
      return diagnose('config-value', source.keySpan(path), `\`publish.${name}\` is missing \`to\``, { suggestion });
    });

/** Every process on the server has its own working directory. */
const remotePathIsAbsolute: Rule = (source) =>
  publishHosts(source).flatMap(({ entry: { to, path: folder }, path }) =>
    to !== 'ssh' || typeof folder !== 'string' || /^\/[^/]/.test(folder)
      ? []
      : [
          problem(
            source,
            [...path, 'path'],
            `\`${folder}\` is not an absolute path`,
            'write it from the root, such as /srv/festival',
          ),
        ],
  );

export const rules: readonly Rule[] = [
  defaultTargetExists,
  outputIsApartFromContent,
  someSchemeIsLeft,
  publishSaysWhere,
  remotePathIsAbsolute,
  redirectsAreSound,
];

const targets = (source: ConfigSource) => entriesOf(source, 'targets');
const publishHosts = (source: ConfigSource) => entriesOf(source, 'publish');

function entriesOf(source: ConfigSource, table: 'targets' | 'publish') {
  const written = valueAt(source.data, [table]);
  return Object.entries(isObject(written) ? written : {}).flatMap(([name, given]) => {
    const entry = given ?? {};
    return isObject(entry) ? [{ name, entry, path: [table, name] }] : [];
  });
}

const isGiven = (entry: JsonObject, setting: string): boolean =>
  Object.hasOwn(entry, setting) && entry[setting] !== null;

function folderParts(value: unknown): readonly string[] | undefined {
  return typeof value === 'string' ? value.split('/').filter((part) => part !== '' && part !== '.') : undefined;
}

const problem = (source: ConfigSource, path: Path, message: string, suggestion: string): Diagnostic =>
  diagnose('config-value', source.valueSpan(path), message, { suggestion });
