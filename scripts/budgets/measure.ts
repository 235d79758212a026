/** Counts what the project has to carry: the numbers that budgets.json limits. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SHARED_OPTIONS } from '../../src/cli/command.ts';
import { JOBS } from '../../src/ci/jobs.ts';
import { codes } from '../../src/diagnostics/catalogue.ts';
import { COMMANDS } from '../../src/generated/commands.ts';

export type Numbers = Readonly<Record<string, number>>;

interface TextFile {
  readonly path: string;
  readonly text: string;
}

export function measure(root: string): Numbers {
  const code = filesOf(root, ['*.ts', '*.js', '*.mjs', '*.cjs', '*.mts']).filter(({ path }) => !isGenerated(path));
  return {
    ...linesOf(code),
    // Whatever their extension: templates, styles and workflows are written too.
    'lines in templates': total(filesOf(root, ['templates', ':!*.woff2'])),
    'files under 25 lines in src': below('src', code).filter(({ text }) => lines(text) < 25).length,
    // `help` is one too.
    commands: Object.keys(COMMANDS).length + 1,
    flags: flags().size,
    settings: settingsIn(below('src/config', code)),
    'diagnostic codes': codes.length,
    'CI jobs': Object.keys(JOBS).length,
    ...wordsOf(filesOf(root, ['*.md'])),
    ...packagesOf(root),
  };
}

const git = (root: string, ...words: readonly string[]): string =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });

/** What git tracks or would track, so a new file counts before it is committed. */
const filesOf = (root: string, patterns: readonly string[]): readonly TextFile[] =>
  git(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate', '--', ...patterns)
    .split('\0')
    .filter((path) => path !== '' && statSync(join(root, path), { throwIfNoEntry: false })?.isFile())
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const isGenerated = (path: string): boolean => path.startsWith('src/generated/');
const below = (folder: string, files: readonly TextFile[]): readonly TextFile[] =>
  files.filter(({ path }) => path.startsWith(`${folder}/`));
const lines = (text: string): number => text.split('\n').length - 1;
const total = (files: readonly TextFile[]): number => files.reduce((sum, { text }) => sum + lines(text), 0);

const FOLDERS = ['bin', 'test', 'bench', 'scripts'];

function linesOf(code: readonly TextFile[]): Numbers {
  const wings = Map.groupBy(below('src', code), ({ path }) => path.split('/').slice(0, 2).join('/'));
  return Object.fromEntries([
    ['lines in src', total(below('src', code))],
    ...[...wings].map(([wing, files]) => [`lines in ${wing}`, total(files)]).toSorted(),
    ...FOLDERS.map((folder) => [`lines in ${folder}`, total(below(folder, code))]),
  ]);
}

const flags = (): ReadonlySet<string> =>
  new Set(
    [SHARED_OPTIONS, ...Object.values(COMMANDS).map(({ options }) => options)].flatMap((all) => Object.keys(all)),
  );

/** The keys of the object literals that declare settings, and of the groups inside them. */
const settingsIn = (declarations: readonly TextFile[]): number =>
  declarations
    .filter(({ path }) => /\/(?:config|workspace-settings)\.ts$/.test(path))
    .flatMap(({ text }) => text.match(/^(?:export )?const \w+ = \{$.*?^\};?$/gms) ?? [])
    .reduce((sum, table) => sum + (table.match(/^ {2}\w+[:,]|group\(\{ \w+:/gm) ?? []).length, 0);

const WORDS_GENERATED = /^docs\/(?:commands|diagnostics|proof|performance|reference|theme-data)(?:\.md$|\/)/;

function wordsOf(texts: readonly TextFile[]): Numbers {
  const words = (files: readonly TextFile[]): number =>
    files.reduce((sum, { text }) => sum + (text.match(/\S+/g) ?? []).length, 0);
  const docs = below('docs', texts);
  return {
    'words of docs': words(docs),
    'words of docs, written': words(docs.filter(({ path }) => !WORDS_GENERATED.test(path))),
    'words of README': words(texts.filter(({ path }) => path === 'README.md')),
    'words of other pages': words(texts.filter(({ path }) => !path.includes('/') && path !== 'README.md')),
  };
}

interface Locked {
  readonly dev?: true;
  readonly optional?: true;
  readonly devOptional?: true;
  readonly peer?: true;
}

/** What `npm install gitcast` brings, without what works when it is missing. */
function packagesOf(root: string): Numbers {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, Locked>>;
  };
  const installed = Object.entries(packages).filter(([path]) => path !== '');
  const needed = installed.filter(
    ([, { dev, optional, devOptional, peer }]) => !(dev ?? optional ?? devOptional ?? peer),
  );
  const bytes = needed.reduce((sum, [path]) => sum + sizeOf(join(root, path)), 0);
  return { 'production packages': needed.length, 'megabytes of production packages': Math.ceil(bytes / 1e6) };
}

/** Packages inside it count themselves. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + sizeOf(path);
    return sum + (entry.isFile() ? statSync(path).size : 0);
  }, 0);
}
