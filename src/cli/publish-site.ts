/** Publishing one site or those of a workspace, for `gitcast publish` and for the jobs of CI. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Project, PublishOptions } from '../project/index.ts';
import type { Outcome } from './command.ts';
import type { EachBroadcast, Part } from './for-each-broadcast.ts';
import { publishOutcome } from './views/publish-view.ts';

/** `name`: the host in the configuration of each broadcast; undefined for its only one. */
export const mannerOfPublishing = (name: string | undefined) =>
  ({
    command: 'publish',
    before: async (projects: ReadonlyMap<string, Project>) =>
      (await import('../project/publish/places.ts')).publishing(projects, name),
    leftOut: name === undefined ? 'without `publish:` in the configuration' : `without \`publish.${name}\``,
  }) satisfies EachBroadcast;

/** In a workspace, `from` is a folder of sites. `build --all` writes none for a broadcast with `isWeb: false`. */
export async function publishSite(
  { project, folder, below }: Part,
  cwd: string,
  { from, ...options }: PublishOptions,
): Promise<Outcome> {
  const site = below(from);
  const isLeftOut =
    folder !== undefined && from !== undefined && existsSync(resolve(cwd, from)) && !existsSync(resolve(cwd, site!));
  if (!isLeftOut) return publishOutcome(await project.publish({ ...options, from: site }));
  return {
    exitCode: 0,
    json: { outcome: 'no-site' },
    human: () => `nothing to publish: there is no site in ${site}/\n`,
    headline: 'no site was built',
  };
}
