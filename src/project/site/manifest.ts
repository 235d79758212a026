/** Manifests of sites: written by a build, and read from a file, a web address or a folder. */
import { readFileSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { isError } from '../../diagnostics/diagnostic.ts';
import { expecting, UserError } from '../../diagnostics/errors.ts';
import { call, worded } from '../../diagnostics/wording.ts';
import { reasonOfDisk } from '../../machine/disk-failure.ts';
import { replaceFile } from '../../machine/replace-file.ts';
import {
  buildManifestShape,
  buildManifestText,
  createBuildManifest,
  type BuildManifest,
  type BuildSettings,
} from '../../publish/build-manifest.ts';
import type { SiteFile } from '../../publish/manifest.ts';
import { pageFile } from '../../site/links/urls.ts';
import { isHtml, summarisePage, type PageSummary } from '../../publish/page-summary.ts';
import type { BuildResult } from '../../render/build-site.ts';
import { describeMismatch, hasShape, mismatchOf } from '../../values/shape.ts';
import { siteUrlOf } from '../../repository/repository.ts';
import type { Outside } from '../outside.ts';
import { configOf, targetNamed } from '../../repository/load-config.ts';
import { siteSources } from '../going-back.ts';
import { type SiteWish, PUBLISHED } from '../calls/shared-options.ts';
import { builtFor, instantText, type BuiltFor } from '../../building/wish.ts';
import { headOf } from '../../git/content.ts';
import { isInRepository } from '../../git/repository.ts';
import { version } from '../../machine/program.ts';
import type { Config } from '../../config/config.ts';
import { folderInRepository } from '../../git/folder-in-repository.ts';
import { gitOf } from '../../repository/project-git.ts';
import { ifPossible } from '../../values/if-possible.ts';
import { knownIdentity, recordRef } from '../../target/stores.ts';

interface BuiltFolder extends Pick<BuildResult, 'digests' | 'nextChange' | 'diagnostics' | 'redirects' | 'sheets'> {
  readonly folder: string;
}

export async function manifestOf(outside: Outside, wish: SiteWish, built: BuiltFolder): Promise<BuildManifest> {
  const { folder, digests, nextChange, diagnostics, redirects, sheets } = built;
  const config = configOf(outside);
  const madeFor = builtFor(config, outside, wish);
  const settings = await buildSettings(config, madeFor);
  const files = [...digests].map(([path, digest]): [string, SiteFile] => [
    path,
    { digest, bytes: statSync(join(folder, path)).size },
  ]);
  const former = new Set(redirects.map(({ from }) => pageFile(from)));
  return createBuildManifest(files, {
    ...settings,
    // With errors, the site is not what the commit should be.
    commit: diagnostics.some(isError) ? null : settings.commit,
    now: instantText(madeFor.at),
    next_change: nextChange === undefined ? null : instantText(nextChange),
    sheets,
    ...(redirects.length > 0 && { redirects: Object.fromEntries(redirects.map(({ from, to }) => [from, to])) }),
    pages: pagesIn(
      folder,
      [...digests.keys()].filter((path) => !former.has(path)),
    ),
  });
}

/** Everything that the files of a build depend on besides the files that it reads. */
export async function buildSettings(config: Config, { target, drafts, gallery }: BuiltFor): Promise<BuildSettings> {
  const url = siteUrlOf(config, target) ?? null;
  return {
    commit: (await committed(config, target)) ?? null,
    gitcast: version(),
    target,
    url,
    drafts,
    gallery,
  };
}

/** The commit, if the sources of the site are as it has them. */
async function committed(config: Config, target: string): Promise<string | undefined> {
  if (!isInRepository(config.root, config.programEnvironment())) return undefined;
  const head = await headOf(gitOf(config), siteSources(config, target));
  return head?.uncommitted === false ? head.commit : undefined;
}

/** Replaces the file as a whole, so that a manifest is never half a manifest. */
export async function saveManifest(name: string, outside: Outside, wish: SiteWish, built: BuiltFolder): Promise<void> {
  const file = resolve(outside.folder, name);
  if (built.digests.has(relative(built.folder, file).split(sep).join('/'))) {
    throw new UserError(`the manifest cannot be written to ${name}: that is a file of the site`);
  }
  const text = buildManifestText(await manifestOf(outside, wish, built));
  try {
    replaceFile(file, text);
  } catch (error) {
    const reason = reasonOfDisk(error) ?? (error instanceof Error ? error.message : String(error));
    throw new UserError(`the site is built, but its manifest cannot be written to ${name}: ${reason}`);
  }
}

/** The site of a target (default: `defaultTarget` in the configuration). */
type OfTarget = Pick<SiteWish, 'target'>;

/** From a file, a web address, or `published` for the one that was recorded. */
export async function readManifest(source: string, outside: Outside, wish: OfTarget = {}): Promise<BuildManifest> {
  if (source !== PUBLISHED)
    return manifestFrom(source, isWebAddress(source) ? await downloaded(source, outside) : fromDisk(source, outside));
  const published = await readPublished(outside, wish);
  if (published) return published;
  throw new UserError(`no published site is recorded on ${publishedSite(configOf(outside), wish.target).where}`, {
    suggestion: worded`after you publish it, run ${call('recordSite', { manifest: 'FILE' })} with the manifest of ${call('build', { manifest: 'FILE' })}`,
  });
}

/** Undefined if no site was recorded yet. */
export async function readPublished(outside: Outside, { target }: OfTarget = {}): Promise<BuildManifest | undefined> {
  const text = await publishedSite(configOf(outside), target).read();
  return text === undefined ? undefined : manifestFrom(PUBLISHED, text);
}

function manifestFrom(source: string, text: string): BuildManifest {
  const value = parsed(text);
  if (hasShape(value, buildManifestShape)) return value;
  const mismatch = value === undefined ? undefined : mismatchOf(value, buildManifestShape);
  throw refused(`${source} is not the manifest of a build${mismatch ? `: ${describeMismatch(mismatch)}` : ''}`);
}

/** Undefined if it is none, or that of another version. */
export function manifestIn(text: string | undefined): BuildManifest | undefined {
  const value = text === undefined ? undefined : parsed(text);
  return hasShape(value, buildManifestShape) ? value : undefined;
}

const refused = (message: string): UserError =>
  new UserError(message, { suggestion: worded`make one with ${call('build', { manifest: 'FILE' })}` });

function fromDisk(source: string, { folder }: Outside): string {
  const file = resolve(folder, source);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw refused(`there is no file ${source}`);
  return readFileSync(file, 'utf8');
}

export const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

async function downloaded(source: string, outside: Outside): Promise<string> {
  // Loading the client takes as long as finding that nothing has changed.
  const { liveFiles } = await import('./live.ts');
  const live = liveFiles(outside);
  try {
    const text = await live.readText(source);
    if (text !== undefined) return text;
  } finally {
    await live.close();
  }
  throw refused(`there is no manifest at ${source}, or it cannot be read`);
}

const parsed = (text: string): unknown => ifPossible(() => JSON.parse(text) as unknown);

export const pagesIn = (folder: string, paths: readonly string[]): Readonly<Record<string, PageSummary>> =>
  Object.fromEntries(
    paths.filter(isHtml).map((path) => [path, summarisePage(readFileSync(join(folder, path), 'utf8'), path)]),
  );

const FILE = 'site.json';

/**
 * The manifest of the published site, on a ref beside the state. Every clone and runner reads it, and the code of a pull request
 * has no permission to write it. It is one commit without a history: what was published before is of no use to anybody.
 */
export function publishedSite(config: Config, name: string | undefined) {
  const target = targetNamed(config, name);
  // Unlike the state of the embedded service, the site belongs to the folder of its configuration.
  const identity = { ...knownIdentity(config, target), folder: folderInRepository(config.root) };
  const ref = recordRef(config, target, { sort: 'site', identity, keepsHistory: false });
  return {
    /** The name of the ref, for display. */
    where: ref.name,
    /** The text of the manifest; undefined if none was recorded. */
    read: async (): Promise<string | undefined> => (await ref.read()).get(FILE),
    /** Writes the text unless `judge` throws for the recorded one, which it sees again if another clone was faster. */
    async write(text: string, judge: (recorded: string | undefined) => Promise<void>): Promise<void> {
      await ref.change(async (records) => {
        await judge(records.get(FILE));
        return new Map([[FILE, text]]);
      }, 'published site\n');
      // What was pushed is not tracked in this clone yet, where `validate` looks for it.
      await ref.read().catch(expecting(UserError, () => undefined));
    },
  };
}
