/**
 * The files of `init --ci` before they had a mark, with the scripts that `gitcast ci` has replaced. Their templates are kept,
 * so that `init` can tell which of them were edited.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FileTexts } from '../../machine/write-files.ts';
import { filledFiles } from './ci-files.ts';
import { ciFilling, type Filling } from './ci-filling.ts';
import { publishOf, uploadOf, type CiHost, type CiSubject, ciFacts } from './ci-subject.ts';
import { TEMPLATES } from '../../machine/program.ts';
import { templateFiles } from '../template-files.ts';
import { withLineFeeds } from './written-mark.ts';

/** The files that `init --ci` wrote for this repository then. */
export function formerCiFiles(ciHost: CiHost, subject: CiSubject): FileTexts {
  if (ciHost === 'none') return {};
  const folders = foldersFor(ciHost, subject).map((folder) => `former/${folder}`);
  const { parts, lines, words } = ciFilling(subject);
  return filledFiles(folders, { parts, lines, words: { ...words, ...formerWords(subject) } });
}

/** The settings at the head of ci/gitcast.sh, which jobs read from the configuration now. */
function formerWords(subject: CiSubject): Filling['words'] {
  const { target, keys, promotion, publishNames } = ciFacts(subject);
  return {
    '@TARGET@': target ?? '',
    '@KEYS@': keys.join(' '),
    '@PROMOTEKEYS@': promotion?.keys.join(' ') ?? '',
    '@ALL@': subject.workspace ? '--all' : '',
    '@PUBLISH@': publishOf(subject) === 'gitcast' ? publishNames.join(' ') : '',
    '@PACKAGES@': uploadOf(subject) === undefined ? '[/]' : '[/, /ci/upload]',
  };
}

function foldersFor(ciHost: Exclude<CiHost, 'none'>, subject: CiSubject): readonly string[] {
  const { workspace } = subject;
  const publish = publishOf(subject);
  const tool = uploadOf(subject);
  const upload = tool === undefined ? [] : [tool];
  if (ciHost === 'script') return ['common', ...upload];
  const site = publish === 'pages' ? `${ciHost}-pages` : `${ciHost}-publish`;
  const promotion = ciFacts(subject).promotion ? [`${ciHost}-promote`] : [];
  if (ciHost === 'gitlab') return ['common', ciHost, site, ...promotion, ...upload];
  // Files of a later folder replace those of an earlier one.
  if (workspace) return ['common', ciHost, ...(publish === 'pages' ? [] : [site]), 'github-workspace', ...upload];
  const preview = upload.length > 0 ? ['github-preview'] : [];
  return ['common', ciHost, site, 'github-schedule', ...promotion, ...upload, ...preview];
}

/** The templates of each file, by its path in a repository: those of one host, or all. */
export function formerTemplates(ciHost?: CiHost): ReadonlyMap<string, readonly string[]> {
  const folders = readdirSync(join(TEMPLATES, 'ci/former')).filter(
    (folder) => ciHost === undefined || !/^git(?:hub|lab)/.test(folder) || folder.split('-')[0] === ciHost,
  );
  const files = folders.flatMap((folder) => Object.entries(templateFiles(`ci/former/${folder}`)));
  const byPath = Map.groupBy(files, ([path]) => path);
  return new Map([...byPath].map(([path, all]) => [path, all.map(([, bytes]) => Buffer.from(bytes).toString('utf8'))]));
}

/** The settings at the head of ci/gitcast.sh before `gitcast ci` replaced that script. People were meant to edit them. */
export const FORMER_SCRIPT = 'ci/gitcast.sh';

interface FormerSettings {
  readonly target: string;
  readonly keys: string;
  readonly promote_to: string;
  readonly promote_keys: string;
  readonly all: string;
  readonly publish_to: string;
}

/** `target='live'`, or `target=${GITCAST_TARGET-'live'}`. A value that a shell computes is not a setting but an edit. */
const SETTING =
  /^(target|keys|promote_to|promote_keys|all|publish_to)=(?:\$\{\w+:?-(['"]?)([\w., /-]*)\2\}|(['"]?)([\w., /-]*)\4)$/gm;

export const withoutSettings = (script: string): string => script.replaceAll(SETTING, '$1=');

/** A script with the settings of another one: those are carried over, so they are no edits that a person has to repeat. */
export function withSettingsOf(other: string, script: string): string {
  const settings = new Map([...other.matchAll(SETTING)].map(([line, name]) => [name, line]));
  return script.replaceAll(SETTING, (line, name: string) => settings.get(name) ?? line);
}

export function formerSettings(script: string): Partial<FormerSettings> {
  const found = [...withLineFeeds(script).matchAll(SETTING)];
  return Object.fromEntries(found.map(([, name, , inVariable, , plain]) => [name, (inVariable ?? plain ?? '').trim()]));
}
