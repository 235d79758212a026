/** The files of CI in a repository that gitcast wrote, which their mark shows. */
import { CI_HOSTS, type CiHost } from './ci-subject.ts';
import { templateFiles } from '../template-files.ts';
import { markIn } from './written-mark.ts';

export interface FoundCiFile {
  readonly path: string;
  readonly isEdited: boolean;
  /** Undefined for a file that several hosts have. */
  readonly host: CiHost | undefined;
}

/** The text of a file in the repository, or undefined. */
export type Present = (path: string) => string | undefined;

export function findCiFiles(present: Present): readonly FoundCiFile[] {
  const folders = ['common', ...CI_HOSTS.filter((host) => host !== 'none')];
  const paths = folders.flatMap((folder) => Object.keys(templateFiles(`ci/${folder}`)));
  return paths.sort().flatMap((path) => {
    const mark = markIn(present(path) ?? '');
    if (!mark) return [];
    const host = CI_HOSTS.find((each) => mark.command.split(' ').includes(each));
    return [{ path, isEdited: mark.isEdited, host }];
  });
}
