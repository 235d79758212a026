/**
 * One project after the other, because a worker ends as soon as the next file in the queue belongs to a different project:
 * if they were mixed, most files would get a process of their own. Within a project, what takes longest begins first, so
 * that no worker is alone with it in the end. Vitest knows that from the run before; in a fresh clone it takes a file for
 * as slow as it is long.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Everything that takes longer than twenty seconds, longest first. */
const SLOW = [
  'histories/histories',
  'browser/site',
  'sync/variants',
  'ci/github',
  'postgres/behind-nginx/behind-nginx',
  'consistency/consistency',
  'e2e/release',
  'e2e/ci-guide',
  'e2e/canary',
  'preview/engine',
  'sync/git-crash',
  'sync/log-undo',
  'browser/dev-bar',
  'browser/dev-command',
  'outside/shell-blocks',
  'sync/cancelled',
  'e2e/listen-pull',
  'sync/repeated-kills',
  'sync/forward',
  'sync/identity',
  'sync/first-version',
];

const rank = ({ moduleId }: TestSpecification): number => {
  const found = SLOW.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
  return found === -1 ? SLOW.length : found;
};

export class ProjectsInTurn extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const turn = ({ project }: TestSpecification): number => this.ctx.projects.indexOf(project);
    return (await super.sort(files)).toSorted((a, b) => turn(a) - turn(b) || rank(a) - rank(b));
  }
}
