/** Looks at the broadcasts of a workspace before the first of them is published. */
import { UserError } from '../../diagnostics/errors.ts';
import type { Project } from '../project.ts';
import { placesOf } from '../publish/places.ts';

/** The broadcasts to leave out, because they have no website. Throws if two would publish to the same place. */
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
    if (hosts.length === 0) without.push(folder);
    const chosen = name === undefined && hosts.length === 1 ? hosts : hosts.filter((host) => host.name === name);
    for (const place of chosen.flatMap((host) => placesOf(config, host))) {
      const other = places.get(place);
      if (other !== undefined) throw samePlace([other, folder], place);
      places.set(place, folder);
    }
  }
  return without;
}

const samePlace = ([one, other]: readonly [string, string], place: string): UserError =>
  new UserError(`${one} and ${other} publish to the same place, ${place}, so one site would replace the other`, {
    suggestion: `give each its own place under \`publish:\` in its configuration`,
  });
