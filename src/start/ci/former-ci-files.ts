/**
 * The files of `init --ci` before they had a mark, with the scripts that `gitcast ci` has replaced. Their templates are kept,
 * so that `init` can tell which of them were edited.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FileTexts } from '../../machine/write-files.ts';
import { filledFiles } from './ci-files.ts';
import { ciFilling } from './ci-filling.ts';
import { knownOf, publishOf, uploadOf, type CiHost, type CiSubject } from './ci-subject.ts';
import type { Filling } from './fill-template.ts';
import { TEMPLATES } from '../../machine/program.ts';
import { templateFiles } from '../template-files.ts';

/** The files that `init --ci` wrote for this repository then. */
export function formerCiFiles(host: CiHost, subject: CiSubject): FileTexts {
  if (host === 'none') return {};
  const folders = foldersFor(host, subject).map((folder) => `former/${folder}`);
  const { parts, lines, words } = ciFilling(subject);
  return filledFiles(folders, { parts, lines, words: { ...words, ...formerWords(subject) } });
}

/** The settings at the head of ci/gitcast.sh, which jobs read from the configuration now. */
function formerWords(subject: CiSubject): Filling['words'] {
  const { target, keys, promotion, publishNames } = knownOf(subject);
  return {
    '@TARGET@': target ?? '',
    '@KEYS@': keys.join(' '),
    '@PROMOTEKEYS@': promotion?.keys.join(' ') ?? '',
    '@ALL@': subject.workspace ? '--all' : '',
    '@PUBLISH@': publishOf(subject) === 'gitcast' ? [publishNames].flat().join(' ') : '',
    '@PACKAGES@': uploadOf(subject) === undefined ? '[/]' : '[/, /ci/upload]',
  };
}

function foldersFor(host: Exclude<CiHost, 'none'>, subject: CiSubject): readonly string[] {
  const { workspace } = subject;
  const publish = publishOf(subject);
  const tool = uploadOf(subject);
  const upload = tool === undefined ? [] : [tool];
  if (host === 'script') return ['common', ...upload];
  const site = publish === 'pages' ? `${host}-pages` : `${host}-publish`;
  const promotion = knownOf(subject).promotion ? [`${host}-promote`] : [];
  if (host === 'gitlab') return ['common', host, site, ...promotion, ...upload];
  // Files of a later folder replace those of an earlier one.
  if (workspace) return ['common', host, ...(publish === 'pages' ? [] : [site]), 'github-workspace', ...upload];
  const preview = upload.length > 0 ? ['github-preview'] : [];
  return ['common', host, site, 'github-schedule', ...promotion, ...upload, ...preview];
}

/** The templates of each file, by its path in a repository: those of one host, or all. */
export function formerTemplates(host?: CiHost): ReadonlyMap<string, readonly string[]> {
  const folders = readdirSync(join(TEMPLATES, 'ci/former')).filter(
    (folder) => host === undefined || !/^git(?:hub|lab)/.test(folder) || folder.split('-')[0] === host,
  );
  const files = folders.flatMap((folder) => Object.entries(templateFiles(`ci/former/${folder}`)));
  const byPath = Map.groupBy(files, ([path]) => path);
  return new Map([...byPath].map(([path, all]) => [path, all.map(([, bytes]) => Buffer.from(bytes).toString('utf8'))]));
}
