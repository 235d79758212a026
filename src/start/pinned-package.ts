/**
 * The gitcast that CI installs: the version or the tarball that `init` itself runs from. The lockfile has its integrity, so
 * no job runs a different package that was published under the same name.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { UserError } from '../diagnostics/errors.ts';
import { program, PROGRAMS } from '../machine/programs.ts';
import { isObject, valueAt, type Json, type JsonObject } from '../values/json.ts';
import { PACKAGE, supportedNode, version } from '../machine/program.ts';
import { contentOf, isSameContent } from '../machine/change-files.ts';
import type { FileTexts } from '../machine/write-files.ts';
import type { Environment } from '../repository/caller.ts';
import type { CiHost } from './ci/ci-subject.ts';
import { ifPossible } from '../values/if-possible.ts';

type Pin =
  | { readonly type: 'version'; readonly version: string }
  /** The path of the file. It is copied into the repository, since a runner has no other copy. */
  | { readonly type: 'tarball'; readonly path: string };

const VERSION = /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/;

/** The one that is asked for, or the running version; undefined for a checkout of the sources, which npm cannot install. */
export function pinOf(asked: string | undefined, cwd: string): Pin | undefined {
  if (asked === undefined) return installedPin(PACKAGE);
  if (VERSION.test(asked)) return { type: 'version', version: asked };
  const path = resolve(cwd, asked);
  if (/\.(?:tgz|tar\.gz)$/.test(asked) && existsSync(path)) return { type: 'tarball', path };
  throw new UserError(`--package ${asked} is neither a version nor an existing tarball`, {
    suggestion: 'pass a version such as 0.2.0, or the file that npm pack wrote',
  });
}

/** npm records beside the packages where each comes from. */
export function installedPin(home: string): Pin | undefined {
  const packages = dirname(resolve(home));
  if (basename(packages) !== 'node_modules') return undefined;
  const resolved = valueAt(readJson(join(packages, '.package-lock.json')), [
    'packages',
    'node_modules/gitcast',
    'resolved',
  ]);
  if (typeof resolved !== 'string' || !resolved.startsWith('file:')) return { type: 'version', version: version() };
  const path = resolve(dirname(packages), resolved.slice('file:'.length));
  return existsSync(path) ? { type: 'tarball', path } : undefined;
}

/** package.json with gitcast in it, and the tarball if it is one; nothing if package.json already has gitcast. */
export function packageFiles(folder: string, pin: Pin, { isAsked }: { readonly isAsked: boolean }): FileTexts {
  const file = join(folder, 'package.json');
  const present: JsonObject = existsSync(file)
    ? manifestIn(file)
    : { private: true, engines: { node: supportedNode() } };
  const group = ['dependencies', 'devDependencies'].find((name) => valueAt(present, [name, 'gitcast']) !== undefined);
  if (group !== undefined && !isAsked) return {};
  const into = group ?? 'devDependencies';
  const others = present[into];
  const tarball = pin.type === 'tarball' ? `ci/${basename(pin.path)}` : undefined;
  const wanted = pin.type === 'tarball' ? `file:${tarball}` : pin.version;
  const manifest = { ...present, [into]: { ...(isObject(others) ? others : {}), gitcast: wanted } };
  return {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    ...(pin.type === 'tarball' && { [tarball!]: readFileSync(pin.path) }),
  };
}

/** The check that `ci/install.mjs` makes before it runs anything. */
export const isLocked = (folder: string): boolean => !hasShrinkwrap(folder) && looseIn(folder) === undefined;

const GITCAST = 'gitcast';

/** npm installs from this file, and not from package-lock.json, if a folder has both. */
export const SHRINKWRAP = 'npm-shrinkwrap.json';

const hasShrinkwrap = (folder: string): boolean => existsSync(join(folder, SHRINKWRAP));

/** The first package that package-lock.json does not pin with the integrity of a tarball. */
function looseIn(folder: string): string | undefined {
  const { '': _, ...packages } = packagesOf(readJson(join(folder, 'package-lock.json')));
  const loose = [`node_modules/${GITCAST}`, ...Object.keys(packages)].find((path) => !isPinned(path, packages));
  return loose?.replace('node_modules/', '');
}

function packagesOf(lockfile: Json | undefined): JsonObject {
  const packages = valueAt(lockfile, ['packages']);
  return isObject(packages) ? packages : {};
}

function isPinned(path: string, packages: JsonObject): boolean {
  return hasIntegrity(packages[path]) || (isBundled(packages[path]) && isInsidePinned(path, packages));
}

/** npm ignores an integrity that is not well-formed. */
const INTEGRITY = /^(?:sha256-[A-Za-z0-9+/]{43}=|sha384-[A-Za-z0-9+/]{64}|sha512-[A-Za-z0-9+/]{86}==)$/;

/** A link or a folder of the repository has no integrity, even if the entry has one. */
function hasIntegrity(entry: Json | undefined): boolean {
  const [resolved = '', integrity] = ['resolved', 'integrity'].map((name) => valueAt(entry, [name]));
  if (valueAt(entry, ['link']) || typeof resolved !== 'string' || typeof integrity !== 'string') return false;
  return (
    /^(?:https?:.+|file:.+\.(?:tgz|tar\.gz)|)$/.test(resolved) && !isRepository(resolved) && INTEGRITY.test(integrity)
  );
}

/** npm takes an address on one of these hosts for a repository, and ignores the integrity. */
const GIT_HOSTS: readonly string[] = ['github.com', 'gist.github.com', 'gitlab.com', 'bitbucket.org', 'git.sr.ht'];

function isRepository(address: string): boolean {
  const { hostname = '', hash = '' } = URL.parse(address) ?? {};
  return hash !== '' || GIT_HOSTS.includes(hostname.replace(/^www\./, ''));
}

/** A bundled package is a part of the tarball that it lies in, so it has no tarball of its own. */
function isBundled(entry: Json | undefined): boolean {
  const hasOwnSource = ['link', 'resolved', 'integrity'].some((name) => valueAt(entry, [name]) !== undefined);
  return valueAt(entry, ['inBundle']) === true && !hasOwnSource;
}

function isInsidePinned(path: string, packages: JsonObject): boolean {
  const end = path.lastIndexOf('/node_modules/');
  if (end <= 0) return false;
  const outer = path.slice(0, end);
  return hasIntegrity(packages[outer]) || isInsidePinned(outer, packages);
}

export const LOCK_COMMAND = 'npm install --package-lock-only --ignore-scripts';

/** Returns undefined on success, or the reason of the failure. No script of any package is run. */
export async function lockPackages(folder: string, env: Environment): Promise<string | undefined> {
  const [, ...words] = [...LOCK_COMMAND.split(' '), '--no-audit', '--no-fund', '--loglevel=error'];
  const failure = await npm(words, { cwd: folder, env });
  if (failure !== undefined) return failure;
  const loose = looseIn(folder);
  return loose === undefined ? undefined : `npm wrote no tarball integrity for ${loose}`;
}

/** Returns undefined, or the reason of the failure. */
function npm(
  words: readonly string[],
  where: { readonly cwd: string; readonly env: Environment },
): Promise<string | undefined> {
  return new Promise((done) => {
    // npm is a script on Windows, which only a shell starts; the arguments are constants.
    const child = spawn(program('npm'), words, { ...where, stdio: 'pipe', shell: process.platform === 'win32' });
    child.stdin.end();
    child.stdout.resume();
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
    child.on('error', () => done(PROGRAMS.npm.missing));
    child.on('close', (code) => done(code === 0 ? undefined : firstReason(complaint)));
  });
}

/** npm prints a code first; the line after it is a sentence. */
function firstReason(complaint: string): string {
  const lines = complaint.split('\n').flatMap((line) => /^npm (?:error|ERR!) (?!code )(.+)/.exec(line)?.[1] ?? []);
  return lines[0]?.trim() ?? 'npm failed';
}

function manifestIn(file: string): JsonObject {
  const manifest = readJson(file);
  if (isObject(manifest)) return manifest;
  throw new UserError(`${file} is not a JSON object`, {
    suggestion: 'fix it, and run gitcast init --ci HOST again',
  });
}

const readJson = (file: string): Json | undefined => ifPossible(() => JSON.parse(readFileSync(file, 'utf8')) as Json);

/** The reason why gitcast is not locked for CI. */
export type LockProblem =
  /** This gitcast runs from its sources, so there is no package to install. */
  | { readonly type: 'no-package'; readonly host: CiHost }
  /** npm could not write the lockfile. */
  | { readonly type: 'not-locked'; readonly reason: string }
  /** The repository has an npm-shrinkwrap.json, which npm prefers to the lockfile. */
  | { readonly type: 'shrinkwrap' };

export interface PinAsked {
  readonly host: CiHost | undefined;
  /** The gitcast for CI; undefined if there is none that can be installed. */
  readonly pin: Pin | undefined;
  readonly isPinAsked: boolean;
}

interface Locked {
  /** The written files. */
  readonly files: readonly string[];
  /** Left to a person. */
  readonly problems: readonly LockProblem[];
}

/** The files that pin gitcast for CI, as far as they change. */
export function pinFiles(folder: string, { host, pin, isPinAsked: isAsked }: PinAsked): FileTexts {
  if (host === undefined || !pin) return {};
  const files = Object.entries(packageFiles(folder, pin, { isAsked }));
  return Object.fromEntries(files.filter(([path, text]) => !isSameContent(contentOf(join(folder, path)), text)));
}

/** Locks gitcast for CI once these files are written. */
export async function lockGitcast(
  folder: string,
  pinned: readonly string[],
  { host, pin, env }: PinAsked & { readonly env: Environment },
): Promise<Locked> {
  if (host === undefined) return { files: [], problems: [] };
  if (!pin) {
    const isMissed = host !== 'none' && !isLocked(folder);
    return { files: [], problems: isMissed ? [{ type: 'no-package', host }] : [] };
  }
  if (hasShrinkwrap(folder)) return { files: pinned, problems: [{ type: 'shrinkwrap' }] };
  if (pinned.length === 0 && isLocked(folder)) return { files: [], problems: [] };
  const reason = await lockPackages(folder, env);
  return reason === undefined
    ? { files: [...pinned, 'package-lock.json'], problems: [] }
    : { files: pinned, problems: [{ type: 'not-locked', reason }] };
}
