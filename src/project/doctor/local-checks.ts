/** Checks of this machine: content without errors, git, permissions, a readable state. */
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { count } from '../../diagnostics/count.ts';
import { isError } from '../../diagnostics/diagnostic.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { call, worded } from '../../diagnostics/wording.ts';
import { checkContent } from '../../model/check-content.ts';
import { modelSettings, readRepository } from '../../repository/repository.ts';
import type { Outside } from '../outside.ts';
import { openStore } from '../../target/stores.ts';
import { targetNamed } from '../../repository/targets.ts';
import { gitOf } from '../../repository/project-git.ts';

export function contentState(config: Config, { folder }: Outside, target: string): string {
  const { name } = targetNamed(config, target);
  const content = readRepository(config, folder, name);
  const { diagnostics } = checkContent(content, modelSettings(config));
  const errors = diagnostics.filter(isError).length;
  if (errors > 0)
    throw new UserError(`${count(errors, 'error')}`, { suggestion: worded`${call('validate')} shows them` });
  return `${count(content.documents.length, 'document')}, no errors`;
}

/** The first version whose fetch writes no FETCH_HEAD. */
const OLDEST_GIT = [2, 29] as const;

export async function gitVersion(config: Config): Promise<string> {
  const git = gitOf(config);
  const said = await git.run(['--version']);
  const [major, minor] = (/(\d+)\.(\d+)/.exec(said)?.slice(1) ?? []).map(Number) as [number, number];
  const isOld = major < OLDEST_GIT[0] || (major === OLDEST_GIT[0] && minor < OLDEST_GIT[1]);
  if (config.state === 'git' && isOld) {
    throw new UserError(`${said} is too old for \`state: git\``, {
      suggestion: `update git to ${OLDEST_GIT.join('.')} or newer`,
    });
  }
  // A folder outside a repository is fine unless the state is kept in git, which the next check finds out.
  const { ok, isOutside, reason, suggestion } = await git.attempt(['rev-parse', '--git-dir']);
  if (!ok && !isOutside) throw new UserError(reason, { suggestion });
  return said;
}

export function writable({ root }: Config): string {
  for (const path of [root, join(root, '.gitcast')]) {
    try {
      accessSync(path, constants.W_OK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue;
      throw new UserError(`no permission to write to ${path}`, { suggestion: 'check its owner and permissions' });
    }
  }
  return 'the repository is writable';
}

export async function stateSummary(config: Config, name: string): Promise<string> {
  const target = targetNamed(config, name);
  const store = openStore(config, target);
  const { base, interrupted } = await store.load();
  const where = config.state === 'git' && target.type === 'remote' ? `, kept ${await store.where()}` : '';
  return `${count(base.entries.size, 'document')} managed${where}${interrupted ? '; a run was interrupted, the next sync continues it' : ''}`;
}
