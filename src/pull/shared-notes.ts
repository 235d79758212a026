import type { Environment } from './environment.ts';
import { shownFile } from './files/file-paths.ts';
import type { Proposal } from './pull-plan.ts';

interface Surroundings {
  readonly prefix: string;
  readonly target: string;
  readonly environment: Environment;
}

const SHOWN = 3;

/** Reports which files other targets share: a change pulled from one target reaches the others with their next sync. */
export function sharedNotes(proposals: readonly Proposal[], surroundings: Surroundings): readonly string[] {
  const { prefix, target, environment } = surroundings;
  const shared = proposals.filter(({ edits, sharedWith = [] }) => edits.length > 0 && sharedWith.length > 0);
  return [...Map.groupBy(shared, ({ sharedWith = [] }) => sharedWith.join(' and '))].map(([others, group]) => {
    const files = group
      .flatMap(({ edits }) => edits)
      .filter(({ file }) => !file.startsWith(environment.overlay))
      .map(({ file }) => shownFile(prefix, file));
    const rest = files.length > SHOWN ? ` and ${files.length - SHOWN} more` : '';
    const named = `${files.slice(0, SHOWN).join(', ')}${rest}`;
    const overlay = shownFile(prefix, environment.overlay);
    return `${named}: shared with ${others}, whose next sync includes this change; what is for ${target} only belongs in ${overlay}`;
  });
}
