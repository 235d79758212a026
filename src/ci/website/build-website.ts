/** Builds the website of a commit, or those of a workspace, into the job's folder for it. */
import { existsSync, rmSync } from 'node:fs';
import type { Selection } from '../../project/index.ts';
import { isGood, type Ci } from '../ci.ts';
import { fetchHistory } from '../repository.ts';
import type { Ending } from '../../project/calls/call.ts';
import { isFilled, planFilesIn } from '../review/plan-files.ts';

interface BuildAsked {
  readonly selection: Selection;
  readonly target: string | undefined;
  readonly unless?: 'newer' | 'unchanged';
  /** In a workspace, a folder for the manifests of its websites. */
  readonly manifests?: string;
  readonly at?: number;
  readonly quiet?: boolean;
}

/**
 * Leaves the manifest of the site. Without one there is nothing to publish: the website is switched off (`isWeb: false`), or
 * the published one is current.
 */
export async function buildWebsite(ci: Ci, asked: BuildAsked): Promise<Ending> {
  const { selection, target, manifests, ...manner } = asked;
  const { runner, work, output } = ci;
  const { site: manifest } = planFilesIn(runner.out);
  rmSync(manifest, { force: true });
  // Without the history, the website lacks what changed in the programme, and the build says so.
  await fetchHistory(ci);
  const out = runner.site;
  if (work.isWorkspace) {
    const ending = await work.build(selection, { ...manner, target: undefined, out, manifest: manifests });
    // One that fails does not keep the others from being published.
    if (existsSync(out)) output('published', 'true');
    return ending;
  }
  const ending = await work.build({}, { ...manner, target, out, manifest });
  if (isGood(ending)) output('published', String(isFilled(manifest)));
  return ending;
}
