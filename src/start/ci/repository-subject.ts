/** The subject of `init --ci` in an existing repository: its configurations, and the choices that its present files were written with. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../repository/caller.ts';
import { loadConfig } from '../../repository/load-config.ts';
import { workspaceAbove, WORKSPACE_FILE } from '../../repository/workspace-file.ts';
import { findBroadcasts } from '../../repository/find-broadcasts.ts';
import type { CiChoices, CiHost, CiSubject } from './ci-subject.ts';
import { earlierChoices, type EarlierChoices } from './earlier-choices.ts';
import { presentIn } from './update-ci-files.ts';

interface Repository {
  /** The folder with the files of the host: that of the broadcast, or the root of a workspace. */
  readonly root: string;
  readonly env: Environment;
  /** The branch that people merge into. */
  readonly branch: string;
  readonly isWorkspace: boolean;
}

export function repositorySubject(
  host: CiHost,
  { root, env, branch, isWorkspace }: Repository,
  { publish, promote }: Pick<CiChoices, 'publish' | 'promote'> = {},
): { readonly subject: CiSubject } & Pick<EarlierChoices, 'settings'> {
  const configured: CiSubject = isWorkspace
    ? { config: undefined, branch, publish, workspace: configsBelow(root, env) }
    : { config: loadConfig({ cwd: root, env }), branch, publish, promote };
  const { choices, settings } = earlierChoices(host, configured, presentIn(root));
  return {
    subject: { ...configured, ...choices, publish: publish ?? choices.publish, promote: promote ?? choices.promote },
    settings,
  };
}

export const isWorkspaceRoot = (folder: string): boolean => existsSync(join(folder, WORKSPACE_FILE));

/** Those of all broadcasts in the workspace. */
const configsBelow = (root: string, env: Environment) =>
  findBroadcasts(root, workspaceAbove(root, root)).map((each) => loadConfig({ cwd: join(root, each), env }));
