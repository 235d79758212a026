import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { count } from '../diagnostics/count.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { UserError } from '../diagnostics/errors.ts';
import { reasonOfDisk } from '../machine/disk-failure.ts';
import { isNearly } from '../diagnostics/nearest.ts';
import { ifPossible } from '../values/if-possible.ts';
import { readYaml } from '../content/yaml-tree.ts';
import { isSameBroadcast, normalIdentity, type TargetIdentity } from '../model/target-identity.ts';
import { isObject } from '../values/json.ts';

export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = reasonOfDisk(error);
    throw reason === undefined ? error : new UserError(`${file} cannot be read: ${reason}`, { cause: error });
  }
}

export const unusable = (file: string, diagnostics: readonly Diagnostic[]): UserError =>
  new UserError(`${file} has ${count(diagnostics.length, 'problem')}`, { diagnostics });

/**
 * Files that were meant as settings, under a name that is not read. Ignored, they would change the time zone, or leave out
 * the documents that broadcasts share, without a word.
 */
interface SettingsFile {
  readonly name: string;
  readonly what: string;
  /** Names that people try. */
  readonly tried: RegExp;
}

const ENDINGS = String.raw`(?:\.(?:ya?ml|json5?|toml|[cm]?[jt]s|txt))*`;

export const CONFIGURATION: SettingsFile = {
  name: 'gitcast.config.yaml',
  what: 'the configuration',
  tried: new RegExp(
    String.raw`^\.?gitcast(?:[._-]?(?:configuration|configs?|conf|cfg|rc)${ENDINGS}|\.(?:ya?ml|json5?|toml)(?:\.txt)?)$`,
    'i',
  ),
};

export const WORKSPACE: SettingsFile = {
  name: 'gitcast.workspace.yaml',
  what: 'the list of broadcasts',
  tried: new RegExp(String.raw`^\.?gitcast[._-]?workspaces?${ENDINGS}$`, 'i'),
};

/** Slips of the fingers. */
const MOST_SLIPS = 2;

/** Called if a folder has no file of the right name. */
export function refuseMisnamed(folder: string, cwd: string, { name, what, tried }: SettingsFile): void {
  // Folders above may be closed to this user, and then have nothing that could be read.
  const names = ifPossible(() => readdirSync(folder)) ?? [];
  const misnamed = names.find((each) => tried.test(each) || isNearly(each, name, MOST_SLIPS));
  if (misnamed === undefined) return;
  const shown = relative(cwd, join(folder, misnamed));
  if (misnamed === name) {
    throw new UserError(`${shown} cannot be read: it is a link to a file that does not exist`, {
      suggestion: 'correct the link, or replace it by the file',
    });
  }
  throw new UserError(`${shown} is not read: ${what} is named ${name}`, {
    suggestion: /\.ya?ml$/i.test(misnamed)
      ? `rename it to ${name}`
      : name === CONFIGURATION.name
        ? `write its settings as YAML into ${name}; --config FILE reads a file of any name`
        : `write its settings as YAML into ${name}`,
  });
}

/**
 * The broadcasts on services that the text of a configuration names, in one spelling and without a folder, even if the text
 * has errors elsewhere.
 */
export function targetsIn(text: string): readonly TargetIdentity[] {
  const { data } = readYaml(text);
  const targets = isObject(data) && isObject(data['targets']) ? Object.values(data['targets']) : [];
  return targets.flatMap((target) => {
    const { baseUrl, userId, broadcastId } = isObject(target) ? target : {};
    if (typeof broadcastId !== 'string') return [];
    return [normalIdentity({ baseUrl: String(baseUrl), userId: String(userId), broadcastId, folder: '' })];
  });
}

/** A configuration that cannot be read counts if it mentions the broadcast. */
export const managesBroadcast = (text: string, identity: TargetIdentity): boolean =>
  readYaml(text).problems.length > 0
    ? text.toLowerCase().includes(identity.broadcastId)
    : targetsIn(text).some((each) => isSameBroadcast(each, identity));
