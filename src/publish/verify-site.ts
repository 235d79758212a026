/** Compares a live site with a manifest, file by file. */
import { ifPossible } from '../values/if-possible.ts';
import { inTurn } from '../values/in-turn.ts';
import { hasShape, objectOf } from '../values/shape.ts';
import type { LiveFile, LiveFiles } from './live-files.ts';
import { isSameFile, siteManifestShape, type SiteFile, type SiteManifest } from './manifest.ts';
import { BRANCH_RECORD } from './hosts/git-host.ts';

/** The files of a live site, compared. */
export interface VerifiedSite {
  /** The number of files that are equal. */
  readonly equal: number;
  /** Files that the host does not have. */
  readonly missing: readonly string[];
  /** Pages that the host has, but does not serve at the address of their folder, which links name. */
  readonly unindexed: readonly string[];
  /** Files whose bytes differ. */
  readonly different: readonly DifferentFile[];
  /** Files that the host's own manifest names and this site does not have; undefined if the host has no manifest. */
  readonly extra: readonly string[] | undefined;
  /** Files that could not be read, so nothing is known about them. */
  readonly unread: readonly UnreadFile[];
  /** Settings of the host, which many hosts do not serve. */
  readonly unserved: readonly string[];
}

/** A file of the site whose bytes differ. */
export interface DifferentFile {
  /** Its path, relative to the root of the site. */
  readonly path: string;
  /** Its size on the host. */
  readonly bytes: number;
  /** Its size in the build. */
  readonly expected: number;
  /** The address that the host redirects to, if it does. */
  readonly redirected?: string;
}

/** A file that could not be read. */
export interface UnreadFile {
  /** Its path, relative to the root of the site. */
  readonly path: string;
  /** In words. */
  readonly reason: string;
}

type VerifiedManifest = Pick<SiteManifest, 'files'> & {
  readonly redirects?: Readonly<Record<string, string>> | undefined;
};

export interface VerifyInput {
  /** The address of the site, with or without a final slash. */
  readonly url: string;
  readonly manifest: VerifiedManifest;
  readonly live: LiveFiles;
  readonly concurrency: number;
}

/** After this many failures in a row, the rest is not tried: a server that is down would be asked for every file. */
const MOST_FAILURES = 20;

export async function verifySite(input: VerifyInput): Promise<VerifiedSite> {
  const { manifest, live, concurrency } = input;
  const paths = comparedFiles(manifest);
  const found = new Map<string, LiveFile>();
  let failures = 0;
  await inTurn(paths, concurrency, async (path) => {
    const file: LiveFile =
      failures >= MOST_FAILURES ? { type: 'unread', reason: 'not tried' } : await live.look(addressOf(input.url, path));
    failures = file.type === 'unread' ? failures + 1 : 0;
    found.set(path, file);
  });
  const unindexed = new Set<string>();
  const refused = paths.filter((path) => INDEX.test(path) && isRefused(found.get(path)!));
  await inTurn(refused, concurrency, async (path) => {
    if (isServed(await live.look(fileAddress(input.url, path)))) unindexed.add(path);
  });
  const judged = paths.map((path): Judged =>
    unindexed.has(path) ? { type: 'unindexed', path } : judge(path, manifest.files[path]!, found.get(path)!),
  );
  const named = (type: Judged['type']): readonly string[] =>
    judged.filter((each) => each.type === type).map(({ path }) => path);
  return {
    equal: named('equal').length,
    missing: named('missing'),
    unindexed: named('unindexed'),
    different: judged.flatMap((each) => (each.type === 'different' ? [withoutType(each)] : [])),
    extra: await extraFiles(input),
    unread: judged.flatMap((each) => (each.type === 'unread' ? [withoutType(each)] : [])),
    unserved: named('unserved'),
  };
}

/** All but the pages of former paths, which a host with rules does not serve. */
export function comparedFiles({ files, redirects = {} }: VerifiedManifest): readonly string[] {
  const former = new Set(
    Object.keys(redirects).map((path) => (path.endsWith('/') ? `${path.slice(1)}index.html` : path.slice(1))),
  );
  return Object.keys(files)
    .filter((path) => !former.has(path))
    .toSorted();
}

/** A page has the address of its folder: hosts redirect `index.html`, or do not serve it. */
export const addressOf = (url: string, path: string): string => fileAddress(url, path.replace(INDEX, '$1'));

const INDEX = /(^|\/)index\.html$/;

function fileAddress(url: string, path: string): string {
  const base = url.replace(/[?#].*$/, '').replace(/\/*$/, '/');
  return base + path.split('/').map(encodeURIComponent).join('/');
}

const isServed = (file: LiveFile): boolean => file.type === 'file' && file.status !== 404;

/** The server answered, but not with a page. */
const isRefused = (file: LiveFile): boolean =>
  !isServed(file) && (file.type !== 'unread' || (file.status !== undefined && file.status < 500));

/** The result for a site of which nothing can be read. */
export const unreadSite = (manifest: VerifiedManifest, reason: string): VerifiedSite => ({
  equal: 0,
  missing: [],
  unindexed: [],
  different: [],
  extra: undefined,
  unread: comparedFiles(manifest).map((path) => ({ path, reason })),
  unserved: [],
});

type Judged =
  | { readonly type: 'equal' | 'missing' | 'unindexed' | 'unserved'; readonly path: string }
  | ({ readonly type: 'different' } & DifferentFile)
  | ({ readonly type: 'unread' } & UnreadFile);

function withoutType<T extends { readonly type: string }>({ type: _, ...rest }: T): Omit<T, 'type'> {
  return rest;
}

/** Files with settings for hosts, and hidden ones. */
const HOST_SETTINGS =
  /^(?:_headers|_redirects|vercel\.json|staticwebapp\.config\.json|CNAME)$|(?:^|\/)\.(?!well-known\/)/;

function judge(path: string, expected: SiteFile, found: LiveFile): Judged {
  if (found.type === 'unread') return { type: 'unread', path, reason: found.reason };
  const isThere = found.type === 'file' && (isServed(found) || path === '404.html');
  if (found.type === 'file' && isThere && isSameFile(found, expected)) return { type: 'equal', path };
  if (HOST_SETTINGS.test(path)) return { type: 'unserved', path };
  if (found.type === 'absent' || !isThere) return { type: 'missing', path };
  return {
    type: 'different',
    path,
    bytes: found.bytes,
    expected: expected.bytes,
    ...(found.redirected !== undefined && { redirected: found.redirected }),
  };
}

const onBranch = objectOf<{ readonly site: SiteManifest }>({ site: siteManifestShape });

/** Only those that are really there: a host may keep its manifest longer than the files. */
async function extraFiles({ url, manifest, live, concurrency }: VerifyInput): Promise<readonly string[] | undefined> {
  const text = await live.readText(addressOf(url, BRANCH_RECORD));
  const host = text === undefined ? undefined : manifestIn(text);
  if (!host) return undefined;
  const others = Object.keys(host.files).filter((path) => !Object.hasOwn(manifest.files, path));
  const there: string[] = [];
  await inTurn(others, concurrency, async (path) => {
    const found = await live.look(addressOf(url, path));
    if (found.type === 'file' && found.status !== 404) there.push(path);
  });
  return there.toSorted();
}

function manifestIn(text: string): SiteManifest | undefined {
  const value: unknown = ifPossible(() => JSON.parse(text));
  return hasShape(value, onBranch) ? value.site : undefined;
}
