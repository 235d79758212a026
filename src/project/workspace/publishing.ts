/** Looks at the broadcasts of a workspace before the first of them is published. */
import { UserError } from '../../diagnostics/errors.ts';
import type { Project } from '../project.ts';
import { placesOf } from '../publish/places.ts';

/** The broadcasts to leave out, because they have no such host. Throws if all are, or if two would publish to the same place. */
export async function publishing(
  projects: ReadonlyMap<string, Project>,
  name: string | undefined,
): Promise<readonly string[]> {
  const without: string[] = [];
  const places = new Map<string, string>();
  for (const [folder, project] of projects) {
    const config = await project.config().catch(() => undefined);
    // The error is part of its result.
    if (!config) continue;
    const hosts = Object.values(config.publish);
    const chosen = name === undefined && hosts.length === 1 ? hosts : hosts.filter((host) => host.name === name);
    if (hosts.length === 0 || (name !== undefined && chosen.length === 0)) without.push(folder);
    for (const place of chosen.flatMap((host) => placesOf(config, host))) {
      const other = places.get(place);
      if (other !== undefined) throw samePlace([other, folder], place);
      places.set(place, folder);
    }
  }
  if (name !== undefined && without.length === projects.size) throw noSuchHost(name);
  return without;
}

const noSuchHost = (name: string): UserError =>
  new UserError(`no broadcast of the workspace has \`publish.${name}\` in its configuration`, {
    suggestion: `check the name, or leave it out if each broadcast has one host`,
  });

const samePlace = ([one, other]: readonly [string, string], place: string): UserError =>
  new UserError(`${one} and ${other} publish to the same place, ${place}, so one site would replace the other`, {
    suggestion: `give each its own place under \`publish:\` in its configuration`,
  });
