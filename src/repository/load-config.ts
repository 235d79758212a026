import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { Config, Target } from '../config/config.ts';
import { parseConfig } from '../config/parse-config.ts';
import { Source } from '../content/source.ts';
import { readYaml, type ReadYaml } from '../content/yaml-tree.ts';
import { diagnose } from '../diagnostics/diagnostic.ts';
import { UserError } from '../diagnostics/errors.ts';
import { takeBackUnfinished } from '../machine/unfinished.ts';
import type { Caller, ConfigurationEvent, Environment } from './caller.ts';
import { readText, unusable, CONFIGURATION, refuseMisnamed } from './read-settings.ts';
import { sharedFoldersOf } from './workspace-file.ts';
import { overlayFolder, overlaysBeside } from '../content/files.ts';
import { refuseLinkOutOf, refuseLinksIn } from '../machine/symbolic-links.ts';
import { didYouMean } from '../diagnostics/nearest.ts';

export const CONFIG_FILE = CONFIGURATION.name;

export interface ConfigAsked {
  readonly configFile?: string | undefined;
  readonly cwd: string;
  readonly env: Environment;
  /** The folder at which the search for the configuration ends. */
  readonly top?: string | undefined;
  /** What the configuration is going to be, instead of what it is. */
  readonly text?: string | undefined;
}

const NO_SETTINGS: ReadYaml = { data: null, problems: [] };

/** The text of the configuration, for checks of more than its settings; undefined without a file. */
export function configText(asked: Pick<ConfigAsked, 'configFile' | 'cwd' | 'top'>): Source | undefined {
  const { cwd } = asked;
  const file = configFileIn(asked);
  return file === undefined ? undefined : new Source(relative(cwd, file), readText(file));
}

export function loadConfig(asked: ConfigAsked): Config {
  const { configFile, cwd, env } = asked;
  const file = asked.text === undefined ? configFileIn(asked) : resolve(cwd, configFile ?? CONFIG_FILE);
  const root = file === undefined ? folderWithContent(cwd) : dirname(file);
  const text = asked.text ?? (file === undefined ? '' : readText(file));

  const source = new Source(relative(cwd, file ?? join(root, CONFIG_FILE)), text);
  // Without a configuration, the package that reads empty files is not loaded.
  const { data, problems } = file === undefined ? NO_SETTINGS : readYaml(text);
  const unread = problems.map(({ code, start, end, message, suggestion }) =>
    diagnose(code, source.yamlSpan(start, end), message, { suggestion }),
  );
  if (unread.length > 0) throw unusable(source.file, unread);

  const keySpan = source.keySpan.bind(source);
  const valueSpan = source.valueSpan.bind(source);
  const { config, diagnostics } = parseConfig(
    { data, keySpan, valueSpan },
    {
      root,
      file: basename(source.file),
      sharedFolders: sharedFoldersOf(root, cwd),
      variable: variables(root, env),
      environment: lookUp(env),
      programEnvironment: () => passable(env),
    },
  );
  if (!config) throw unusable(source.file, diagnostics);
  refuseLinkedFolders(config);
  return config;
}

/** Reads the current configuration: a long-running program sees edits. */
export const configOf = ({ configFile, folder, env }: Pick<Caller, 'configFile' | 'folder' | 'env'>): Config =>
  loadConfig({ configFile, cwd: folder, env });

/** The same for a call that reads content, with a notice if there is no file: what content means depends on it. */
export function contentConfigOf(
  outside: Pick<Caller<ConfigurationEvent>, 'configFile' | 'folder' | 'env' | 'onEvent'> & Pick<ConfigAsked, 'top'>,
): Config {
  const asked = { ...outside, cwd: outside.folder };
  let config = loadConfig(asked);
  if (takeBackUnfinished(config.root) > 0) {
    outside.onEvent({ type: 'taken-back' });
    config = loadConfig(asked);
  }
  if (outside.configFile === undefined && !existsSync(join(config.root, config.file))) {
    outside.onEvent({ type: 'no-configuration', file: config.file, timezone: config.site.timezone });
  }
  return config;
}

/** The path of the configuration, even if the file does not exist. */
export const configFileOf = ({ root }: Config, { configFile, cwd }: Pick<ConfigAsked, 'configFile' | 'cwd'>): string =>
  configFile === undefined ? join(root, CONFIG_FILE) : resolve(cwd, configFile);

/** Undefined if none is named and there is none. */
function configFileIn({ configFile, cwd, top }: Pick<ConfigAsked, 'configFile' | 'cwd' | 'top'>): string | undefined {
  if (configFile === undefined) return configAbove(cwd, { cwd, top });
  const file = resolve(cwd, configFile);
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === false) return file;
  throw new UserError(`there is no file ${configFile}`, {
    suggestion: 'pass the path of a configuration file with --config',
  });
}

/** Looks in a folder and then in those above it, as git does. */
function configAbove(folder: string, { cwd, top }: Pick<ConfigAsked, 'cwd' | 'top'>): string | undefined {
  const file = join(folder, CONFIG_FILE);
  if (existsSync(file)) return file;
  refuseMisnamed(folder, cwd, CONFIGURATION);
  const above = dirname(folder);
  return above === folder || folder === top ? undefined : configAbove(above, { cwd, top });
}

/** Without a configuration file the defaults apply, but only if there is content. */
function folderWithContent(cwd: string): string {
  if (statSync(join(cwd, 'content'), { throwIfNoEntry: false })?.isDirectory()) return cwd;
  throw new UserError(`neither this folder nor one above it has a ${CONFIG_FILE}`, {
    suggestion: 'gitcast init creates a repository here; use --config FILE for one elsewhere',
  });
}

/** The environment overrides `.env`, so that CI can set what a checkout keeps for itself. */
function variables(root: string, env: Environment): Config['variable'] {
  const file = join(root, '.env');
  const kept = existsSync(file) ? parseEnv(readText(file)) : {};
  return lookUp({ ...kept, ...env });
}

const lookUp =
  (all: Environment): Config['variable'] =>
  (name) =>
    Object.hasOwn(all, name) ? all[name] : undefined;

/** No program can take a variable with a NUL character, and Node's error about it would show the value, perhaps a key. */
export const passable = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name, value]) => !`${name}${value}`.includes('\0')));

/**
 * The folders of a repository that gitcast reads and writes without being given a path. A link in the place of one, which
 * anyone who can commit may add, would publish files from elsewhere on this machine, or make a command write there.
 */
type Repository = Pick<Config, 'root' | 'content'>;

function refuseLinkedFolders(repository: Repository): void {
  refuseLinkedSources(repository);
  const { root } = repository;
  refuseLinkOutOf(root, '.gitcast');
  // There may be many generated pictures, and the code that writes them never follows a link.
  refuseLinksIn(join(root, '.gitcast'), { without: [join('cache', 'images')] });
}

/** Links further down are checked file by file, where the files are read. */
export function refuseLinkedSources({ root, content }: Repository): void {
  refuseLinkOutOf(root, content);
  const folder = join(root, content);
  for (const name of overlaysBeside(folder)) refuseLinkOutOf(root, relative(root, overlayFolder(folder, name)));
  refuseLinkOutOf(root, 'templates');
}

/** The default target, unless another one is named. */
export function targetNamed(config: Config, name = config.defaultTarget): Target {
  const target = config.targets[name];
  if (target) return target;
  const names = Object.keys(config.targets);
  throw new UserError(`the configuration has no target ${name}`, {
    suggestion: didYouMean(name, names) ?? `the configured targets are ${names.join(', ')}`,
  });
}
