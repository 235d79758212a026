/** Follows the former paths of a live site: each should lead to its page in one step. */
import { ifPossible } from '../values/if-possible.ts';
import { inTurn } from '../values/in-turn.ts';
import { leadsTo } from '../values/redirect-page.ts';
import type { LiveFiles, LiveStep } from './live-files.ts';
import { isSameFile, type SiteManifest } from './manifest.ts';

/** A former path that does not lead where it should. */
export interface WrongFormerPath {
  /** The path on the site. */
  readonly path: string;
  /** The path or URL that it should lead to. */
  readonly to: string;
  /**
   * `dead`: the host answers with an error. `unruled`: so it does, and only rules of the host could redirect it. `elsewhere`: it
   * leads to something else first, or is a page of its own. `unread`: nothing is known.
   */
  readonly problem: 'dead' | 'unruled' | 'elsewhere' | 'unread';
  /** What the host did, in words. */
  readonly found: string;
}

/** The former paths of a live site, followed. */
export interface VerifiedFormer {
  /** The number of former paths that lead where they should. */
  readonly leading: number;
  /** The others, by path. */
  readonly wrong: readonly WrongFormerPath[];
}

export interface FormerInput {
  /** The address of the site. */
  readonly url: string;
  readonly manifest: Pick<SiteManifest, 'files'> & {
    readonly url?: string | null;
    readonly redirects?: Readonly<Record<string, string>> | undefined;
  };
  readonly live: Pick<LiveFiles, 'step'>;
  readonly concurrency: number;
}

/** The file of a former path that a host without rules of its own serves. */
export const formerFile = (path: string): string => (path.endsWith('/') ? `${path.slice(1)}index.html` : path.slice(1));

/** The same limit as for files: a server that is down is not asked for every path. */
const MOST_FAILURES = 20;

export async function verifyFormer(input: FormerInput): Promise<VerifiedFormer> {
  const redirects = Object.entries(input.manifest.redirects ?? {});
  const wrong: WrongFormerPath[] = [];
  let failures = 0;
  await inTurn(redirects, input.concurrency, async ([path, to]) => {
    const found: Found =
      failures >= MOST_FAILURES ? { problem: 'unread', found: 'not tried' } : await follow(path, to, input);
    failures = found?.problem === 'unread' ? failures + 1 : 0;
    if (found) wrong.push({ path, to, ...found });
  });
  return {
    leading: redirects.length - wrong.length,
    wrong: wrong.toSorted((one, other) => (one.path < other.path ? -1 : 1)),
  };
}

type Found = Pick<WrongFormerPath, 'problem' | 'found'> | undefined;

async function follow(path: string, to: string, { url, manifest, live }: FormerInput): Promise<Found> {
  const file = manifest.files[formerFile(path)];
  const at = pathAt(url, path);
  const step = await live.step(at);
  if (step.type === 'unread') return { problem: 'unread', found: step.reason };
  if (step.type === 'absent')
    return { problem: file ? 'dead' : 'unruled', found: `the server answered ${step.status}` };
  const lead = next(step, at);
  if (lead === undefined) {
    // A copy of a calendar or a feed, in its place.
    const isCopy = step.type === 'file' && file && isSameFile(step, file);
    return isCopy ? undefined : { problem: 'elsewhere', found: 'is a page of its own' };
  }
  const isThere = [url, manifest.url ?? url].some((site) => plain(addressAt(site, to)) === plain(lead));
  return isThere ? undefined : { problem: 'elsewhere', found: `leads to ${lead}` };
}

/** The address that a response leads to: by its status, or by the page in it. */
function next(step: LiveStep, at: string): string | undefined {
  if (step.type === 'redirect') return ifPossible(() => new URL(step.to, at).href);
  const href = step.type === 'file' && step.html !== undefined ? leadsTo(step.html)?.href : undefined;
  return href === undefined ? undefined : ifPossible(() => new URL(href, at).href);
}

const isElsewhere = (to: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(to);

function addressAt(site: string, to: string): string {
  if (isElsewhere(to)) return new URL(to).href;
  const [path = '', ...fragment] = to.split(/(?=#)/);
  return new URL(pathAt(site, path) + fragment.join('')).href;
}

/** `path` is decoded, so that a # in it is a part of a name. */
function pathAt(site: string, path: string): string {
  const base = site.replace(/[?#].*$/, '').replace(/\/*$/, '');
  return new URL(base + path.split('/').map(encodeURIComponent).join('/')).href;
}

/** Hosts drop fragments, spell the page of a folder in several ways, and encode more or fewer signs. */
function plain(address: string): string {
  const { origin, pathname, search } = new URL(address);
  const names = pathname.replace(/\/index\.html$/, '/').split('/');
  return origin + names.map(respelled).join('/') + search;
}

const respelled = (name: string): string =>
  ifPossible(() => encodeURIComponent(decodeURIComponent(name).normalize('NFC'))) ?? name;
