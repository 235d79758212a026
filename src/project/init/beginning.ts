/** What a new repository begins with, if not with examples: nothing, a source of another program, or a service's broadcast. */
import { mkdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import type { ChangeSet } from '../change-set.ts';
import { systemClock } from '../../machine/clock.ts';
import { CONFIG_FILE, loadConfig } from '../../repository/load-config.ts';
import { PRODUCTION, type BroadcastFacts, type ServiceAddress } from '../../start/empty-files.ts';
import { ifPossible } from '../../values/if-possible.ts';
import { isLanguage } from '../../values/language.ts';
import type { ImportedSource } from '../import/import-source.ts';
import type { Config, Profile } from '../../config/config.ts';
import { askedImport, nameFrom, zoneNamed, type ImportOptions } from '../import/asked-import.ts';
import { isUrl } from '../../import/open-source.ts';
import type { Environment } from '../../repository/caller.ts';
import type { ProjectEvent } from '../events.ts';
import type { Outside } from '../outside.ts';
import type { Pulled } from '../pull/pull.ts';

export interface Where {
  readonly cwd: string;
  readonly env: Environment;
  readonly folder: string;
  readonly onEvent?: ((event: ProjectEvent) => void) | undefined;
}

export interface BeginningAsked extends Pick<ImportOptions, 'into' | 'map'> {
  readonly from: string | undefined;
  readonly empty: boolean;
  readonly name: string | undefined;
  readonly timezone: string | undefined;
  readonly profile: Profile | undefined;
}

export interface Beginning {
  readonly facts: BroadcastFacts;
  /** Makes the changes that create the repository, with its content. `shared`: the folders below the content. */
  readonly fill?: (changes: ChangeSet, shared: readonly string[]) => Promise<Filled>;
}

/** The content of a new repository that has no examples. */
export interface Filled {
  /** Set if it was imported from another program's export. */
  readonly imported?: ImportedSource;
  /** True if nothing says in which time zone the event is, so that its times are shown in UTC. */
  readonly isZoneOpen?: boolean;
  /** Set if it was pulled from a service. */
  readonly pulled?: Pulled;
}

/** Reads the source first, so that nothing is written if it cannot be read. */
export async function beginningOf(asked: BeginningAsked, where: Where): Promise<Beginning | undefined> {
  const { from, empty } = asked;
  const timezone = asked.timezone === undefined ? undefined : zoneNamed(asked.timezone);
  const name = asked.name ?? titleFrom(basename(where.folder));
  if (from === undefined) return empty ? { facts: { name, timezone } } : undefined;
  if (empty)
    throw new UserError('a repository begins either empty or from a source', { suggestion: 'leave out one of them' });
  const service = serviceAt(from);
  const { folder, env, onEvent = () => {} } = where;
  const outside: Outside = { ...ALONE, folder, env, onEvent, now: () => new Date() };
  const configIn = (changes: ChangeSet, sharedFolders: readonly string[]): Config => {
    // A failure is reported by what is written into it.
    ifPossible(() => mkdirSync(folder, { recursive: true }));
    const text = changes.read(join(folder, CONFIG_FILE))?.toString() ?? '';
    return { ...loadConfig({ cwd: folder, env, text }), sharedFolders };
  };
  if (service && !env['GITCAST_KEY'])
    throw new UserError('the key of the service is missing', {
      suggestion: 'set the environment variable GITCAST_KEY to KEY@HOST',
    });
  if (service) {
    const facts = { name, timezone, service, profile: asked.profile };
    const fill: Beginning['fill'] = async (changes, shared) => {
      const { pullWith } = await import('../pull/pull.ts');
      return { pulled: await pullWith(configIn(changes, shared), changes, outside, { target: PRODUCTION }) };
    };
    return { facts, fill };
  }
  if (from === '-') throw new UserError('a repository begins from a file, a folder or a URL, not from standard input');
  const source = isUrl(from) ? from : resolve(where.cwd, from);
  const { into } = asked;
  const map = asked.map === undefined ? undefined : resolve(where.cwd, asked.map);
  const options = { source, as: nameFrom(source), into, map, timezone };
  const { facts } = await contentOf(options, outside, where.cwd);
  return {
    facts: {
      name: asked.name ?? facts.title ?? name,
      timezone: timezone ?? facts.timezone,
      languages: [facts.language ?? ''].filter(isLanguage),
    },
    fill: async (changes, shared) => {
      const { importWith } = await import('../import/import-source.ts');
      const isZoneOpen = timezone === undefined && facts.timezone === undefined;
      return { imported: await importWith(configIn(changes, shared), changes, outside, options), isZoneOpen };
    },
  };
}

/** `summer-festival` becomes `Summer festival`. */
const titleFrom = (folder: string): string => {
  const words = folder.replaceAll(/[-_]+/g, ' ').trim();
  return words === '' ? 'My event' : words[0]!.toUpperCase() + words.slice(1);
};

/** The address of a broadcast as the service's interface writes it. */
function serviceAt(from: string): ServiceAddress | undefined {
  const match = /^(https?:\/\/.+?)\/v1\/users\/([0-9a-f]{24})\/broadcasts\/([0-9a-f]{24})\/?$/i.exec(from);
  return match ? { baseUrl: match[1]!, userId: match[2]!, broadcastId: match[3]! } : undefined;
}

const ALONE = { configFile: undefined, signal: undefined, confirm: undefined, clock: systemClock };

async function contentOf(options: ImportOptions, outside: Outside, cwd: string) {
  const { otherOffsets, readImport } = await import('../import/read-import.ts');
  const { keepingMapping } = await import('../import/remember-import.ts');
  const config = loadConfig({ cwd: outside.folder, env: outside.env, text: '' });
  const asked = askedImport(config, outside.folder, options);
  const { content } = await readImport(config, asked, outside).catch(keepingMapping(config, asked, { cwd }));
  const [other] = options.timezone === undefined ? otherOffsets(content, content.facts.timezone ?? 'UTC') : [];
  if (other !== undefined)
    throw new UserError(`the source has ${other}`, {
      suggestion: 'pass the time zone of the event with --timezone Europe/Paris',
    });
  return content;
}
