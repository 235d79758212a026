/** What to import: an entry of the configuration, or what the options describe. Options override settings. */
import { existsSync } from 'node:fs';
import { join, parse, resolve } from 'node:path';
import type { Config, Import } from '../../config/config.ts';
import { slugify } from '../../content/placement.ts';
import { didYouMean } from '../../diagnostics/nearest.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { FORMATS, type Format } from '../../import/source.ts';
import type { KindName } from '../../kinds/registry.ts';
import { namesCredential } from '../../model/rules/values/credential-names.ts';
import { file, flag, needed, text, unwritten, wordOf, type OptionsOf } from '../calls/option.ts';
import { allowDeletes } from '../calls/shared-options.ts';
import { findFileKind, kind } from '../files/find-kind.ts';
import { USE_A_KEY } from './download.ts';
import { isUrl } from '../../import/open-source.ts';

export const importOptions = {
  source: needed(unwritten<string>('A file, a folder, - for standard input, an https URL, or a name in `imports`')),
  input: unwritten<Uint8Array>('What standard input has, for the source `-`'),
  as: text('NAME', 'The name that the import is remembered by (default: from the name of the source)'),
  into: kind('The kind of its entries, where the source leaves a choice, such as session or event'),
  map: file('The mapping of columns or values to fields'),
  timezone: text('ZONE', 'The time zone of times without an offset, such as Europe/Paris'),
  media: flag('Copy pictures from other hosts to the media folder'),
  theirs: flag("Where both sides changed, take the source's values and deletions"),
  ours: flag('Where both sides changed, keep the files as they are, and stop asking'),
  allowDeletes: { ...allowDeletes(), about: 'Delete up to this many files whose entries vanished from the source' },
  dryRun: flag('Show what would be written, and write nothing'),
  force: flag('Also overwrite uncommitted changes'),
};

/** The options of `importSource`. */
export interface ImportOptions extends OptionsOf<typeof importOptions> {}

export interface AskedImport extends Pick<Import, 'name' | 'source' | 'key' | 'media'> {
  /** Absolute. */
  readonly map: string | undefined;
  readonly timezone: string | undefined;
  readonly format: Format | undefined;
  readonly into: KindName | undefined;
  /** The folder that `source` and `map` are relative to. */
  readonly folder: string;
  /** What standard input has. */
  readonly input: Uint8Array | undefined;
  /** True if the configuration has it. */
  readonly isConfigured: boolean;
}

export function askedImport(config: Config, cwd: string, options: ImportOptions): AskedImport {
  const { source } = options;
  const configured = Object.hasOwn(config.imports, source) ? config.imports[source] : undefined;
  refuseCredentials(configured?.source ?? source);
  if (!configured) refuseMissing(source, cwd, Object.keys(config.imports));
  const settings: Import = configured ?? { name: nameFrom(source), source, media: false };
  const { into = settings.into, as: name = settings.name } = options;
  refuseOtherSource(config, cwd, { source, name, isConfigured: configured !== undefined });
  const own = join(config.root, mappingFile(importName(name)));
  const map = settings.map === undefined ? own : resolve(config.root, settings.map);
  return {
    ...settings,
    name,
    format:
      settings.format === undefined
        ? undefined
        : wordOf(`the format cannot be ${settings.format}`, settings.format, FORMATS),
    into: into === undefined ? undefined : findFileKind(into).name,
    map: options.map === undefined ? (map === own && !existsSync(own) ? undefined : map) : resolve(cwd, options.map),
    timezone: options.timezone === undefined ? settings.timezone : zoneNamed(options.timezone),
    media: options.media ?? settings.media,
    folder: configured ? config.root : cwd,
    input: options.input,
    isConfigured: configured !== undefined,
  };
}

/** Under the name of another source, everything that came from that one would seem to have vanished. */
function refuseOtherSource(
  { root, imports }: Config,
  cwd: string,
  { source, name, isConfigured }: { readonly source: string; readonly name: string; readonly isConfigured: boolean },
): void {
  if (source === '-' && name === nameFrom('-'))
    throw new UserError('standard input has no name by which its import could be remembered', {
      suggestion: 'pass one with --as NAME',
    });
  const other = Object.hasOwn(imports, name) ? imports[name] : undefined;
  const isSame =
    other && (isUrl(source) ? source === other.source : resolve(cwd, source) === resolve(root, other.source));
  if (!other || isConfigured || isSame || source === '-') return;
  throw new UserError(`the import ${name} of the configuration comes from ${other.source}`, {
    suggestion: `give this one another name with --as NAME, or run gitcast import ${name}`,
  });
}

/** An address is in the configuration, in messages and in the logs of its host. */
function refuseCredentials(source: string): void {
  const names = isUrl(source) ? [...(URL.parse(source)?.searchParams.keys() ?? [])] : [];
  const name = names.find(namesCredential);
  if (name === undefined) return;
  throw new UserError(`the address of the source has a credential: its parameter ${name}`, { suggestion: USE_A_KEY });
}

function refuseMissing(source: string, cwd: string, names: readonly string[]): void {
  if (source === '-' || isUrl(source) || existsSync(resolve(cwd, source))) return;
  const others = names.length > 0 ? `the imports are ${names.join(', ')}` : 'check the path';
  throw new UserError(`${source} is neither a file or folder nor an import of the configuration`, {
    suggestion: didYouMean(source, names) ?? others,
  });
}

/** Files that are exported again often have a date or a number in their names: people give such an import a name. */
export function nameFrom(source: string): string {
  if (source === '-') return 'standard-input';
  const url = isUrl(source) ? URL.parse(source) : undefined;
  return slugify(url ? `${url.hostname} ${url.pathname}` : parse(source).name);
}

function importName(name: string): string {
  if (/^[a-z0-9][a-z0-9-]*$/.test(name)) return name;
  throw new UserError(`${name} cannot be the name of an import`, {
    suggestion: `use lower-case letters, digits and hyphens, such as ${slugify(name)}`,
  });
}

export function zoneNamed(zone: string): string {
  if (Intl.supportedValuesOf('timeZone').includes(zone) || zone === 'UTC') return zone;
  const suggestion = didYouMean(zone, Intl.supportedValuesOf('timeZone')) ?? 'use a name such as Europe/Paris';
  throw new UserError(`there is no time zone ${zone}`, { suggestion });
}

/** Where the mapping of an import is, unless it is somewhere else: beside the configuration. */
export const mappingFile = (name: string): string => `imports/${name}.yaml`;
