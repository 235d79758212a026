/** The files of CI in a repository that some version of gitcast wrote. */
import { isOptional } from './ci-files.ts';
import { CI_HOSTS, type CiHost } from './ci-subject.ts';
import { isFormer } from './compare-ci-file.ts';
import type { Present } from './earlier-choices.ts';
import { formerTemplates } from './former-ci-files.ts';
import { templateFiles } from '../template-files.ts';
import { markIn } from './written-mark.ts';

export interface FoundCiFile {
  readonly path: string;
  /** Undefined for the versions that wrote no mark. */
  readonly version: string | undefined;
  /** Known to be edited. */
  readonly isEdited: boolean;
  /** Undefined for a file that several hosts have. */
  readonly host: CiHost | undefined;
}

export function findCiFiles(present: Present): readonly FoundCiFile[] {
  const templates = ['common', ...CI_HOSTS.filter((host) => host !== 'none')].flatMap((folder) =>
    Object.keys(templateFiles(`ci/${folder}`)),
  );
  const paths = [...new Set([...templates, ...formerTemplates().keys()])].sort();
  return paths.filter((path) => !path.endsWith('.json') && !isOptional(path)).flatMap((path) => found(path, present));
}

function found(path: string, present: Present): readonly FoundCiFile[] {
  const text = present(path);
  if (text === undefined) return [];
  const mark = markIn(text);
  if (mark) {
    const host = CI_HOSTS.find((each) => mark.command.split(' ').includes(each));
    return [{ path, version: mark.version, isEdited: mark.isEdited, host }];
  }
  return isFormer(path, text) ? [{ path, version: undefined, isEdited: false, host: formerHost(path) }] : [];
}

const formerHost = (path: string): CiHost | undefined =>
  (['github', 'gitlab'] as const).find((host) => path.includes(host));
