/**
 * Writes the files of a CI host into a repository that may have them. Those with the mark of gitcast are written over, and the
 * text of an edited one stays beside it as `.orig`. Files that gitcast did not write are left alone.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { diffBetween } from '../../values/hunks.ts';
import type { Config } from '../../config/config.ts';
import type { Environment } from '../../repository/caller.ts';
import { ciFiles } from './ci-files.ts';
import { CI_PUBLISH, type CiHost, type CiSubject, type CiChoices } from './ci-subject.ts';
import type { Present } from './found-ci-files.ts';
import { loadConfig } from '../../repository/load-config.ts';
import { workspaceAbove, WORKSPACE_FILE } from '../../repository/workspace-file.ts';
import { findBroadcasts } from '../../repository/find-broadcasts.ts';
import { markIn, withLineFeeds } from './written-mark.ts';

/** An edited file that was written over. Its text is kept. */
export interface CiOriginal {
  /** The edited file. */
  readonly file: string;
  /** The file that has its text. */
  readonly original: string;
  /** From that text to the new one, in lines as `diff -u` writes them. */
  readonly diff: string;
}

export interface CiUpdate {
  readonly writes: Readonly<Record<string, string>>;
  readonly originals: readonly CiOriginal[];
  /** Files that gitcast did not write. */
  readonly kept: readonly string[];
}

export const presentIn =
  (root: string): Present =>
  (path) =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined;

export function ciUpdateFor(ciHost: CiHost, subject: CiSubject, present: Present, force: boolean): CiUpdate {
  const wanted = ciFiles(ciHost, subject);
  const writes: Record<string, string> = {};
  const originals: CiOriginal[] = [];
  const kept: string[] = [];
  for (const [path, bytes] of Object.entries(wanted).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [text, fresh] = [present(path), String(bytes)];
    const mark = markIn(text ?? '');
    if (text !== undefined && withLineFeeds(text) === fresh) continue;
    if (text !== undefined && !mark && !force) {
      kept.push(path);
      continue;
    }
    writes[path] = fresh;
    if (text === undefined || mark?.isEdited === false) continue;
    originals.push({
      file: path,
      original: freeCopy(path, text, present),
      diff: diffBetween(withLineFeeds(text), fresh),
    });
  }
  return { writes, originals, kept };
}

/** What a person has not yet taken over from an earlier copy is not lost. */
function freeCopy(path: string, text: string, present: Present): string {
  const copy = `${path}.orig`;
  if ([undefined, text].includes(present(copy))) return copy;
  throw new UserError(`nothing was written: ${path} was edited, and its copy ${copy} already exists`, {
    suggestion: `take over from ${copy} what you need, remove it, and run the command again`,
  });
}

/** The file of each host whose mark has the options of `init`. */
const HEADS = {
  github: '.github/workflows/gitcast-deploy.yml',
  gitlab: '.gitlab-ci.yml',
  script: 'ci/gitcast.sh',
} as const;

function optionsIn(head = ''): Pick<CiChoices, 'publish' | 'promote'> {
  const { command = '' } = markIn(head) ?? {};
  const valueOf = (name: string): string | undefined => new RegExp(`--${name} (\\S+)`).exec(command)?.[1];
  return { publish: CI_PUBLISH.find((each) => each === valueOf('publish')), promote: valueOf('promote') };
}

interface Repository {
  /** The folder with the files of the host: that of the broadcast, or the root of a workspace. */
  readonly root: string;
  readonly env: Environment;
  /** The branch that people merge into. */
  readonly branch: string;
  readonly isWorkspace: boolean;
  /** The configuration of a broadcast of the workspace that is created with the files of the host. */
  readonly created?: { readonly folder: string; readonly text: string } | undefined;
}

/** What is not chosen now stays as it was chosen when the present files were written. */
export function repositorySubject(
  ciHost: CiHost,
  { root, env, branch, isWorkspace, created }: Repository,
  { publish, promote }: Pick<CiChoices, 'publish' | 'promote'> = {},
): CiSubject {
  const before = ciHost === 'none' ? {} : optionsIn(presentIn(root)(HEADS[ciHost]));
  if (isWorkspace) {
    return {
      config: undefined,
      branch,
      publish: publish ?? before.publish,
      workspace: configsBelow({ root, env, created }),
    };
  }
  const config = loadConfig({ cwd: root, env });
  const earlier = isPromotion(config, before.promote) ? before.promote : undefined;
  return { config, branch, publish: publish ?? before.publish, promote: promote ?? earlier };
}

/** The configuration may have lost the target since. */
const isPromotion = ({ targets, defaultTarget }: Config, promote: string | undefined): boolean =>
  promote === 'none' ||
  (promote !== defaultTarget && [promote, defaultTarget].every((name = '') => targets[name]?.type === 'remote'));

export const isWorkspaceRoot = (folder: string): boolean => existsSync(join(folder, WORKSPACE_FILE));

/** Those of all broadcasts in the workspace. */
const configsBelow = ({ root, env, created }: Pick<Repository, 'root' | 'env' | 'created'>) =>
  findBroadcasts(root, workspaceAbove(root, root), created && [created.folder]).map((each) =>
    loadConfig({ cwd: join(root, each), env, text: each === created?.folder ? created.text : undefined }),
  );
