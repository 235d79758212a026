/**
 * One project after the other, because a worker ends as soon as the next file in the queue belongs to a different project:
 * if they were mixed, most files would get a process of their own. Within a project, what takes longest begins first, so
 * that no worker is alone with it in the end. Vitest knows that from the run before; in a fresh clone it takes a file for
 * as slow as it is long.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Everything that takes longer than twenty seconds, longest first. */
const SLOW = [
  'e2e/canary',
  'browser/site',
  'browser/offline',
  'ci/github',
  'outside/shell-blocks',
  'project/remembered',
  'browser/dev-bar',
  'histories/histories',
  'ci/gitlab',
  'ci/github-review',
  'e2e/release',
  'sync/variants',
  'e2e/ci-guide',
  'browser/dev-command',
  'render/build',
  'e2e/listen-pull',
  'sync/cancelled',
  'ci/workspace',
  'browser/favourites',
  'sync/log-undo',
  'sync/reviewed',
  'browser/programme',
  'e2e/line-breaks',
  'project/workspace/reviews',
  'publish/hosts',
  'ci/site',
  'postgres/behind-nginx/behind-nginx',
  'sync/lost-reply',
  'project/unchanged-site',
  'browser/dev-updates',
  'ci/templates',
  'sync/forward',
  'sync/identity',
  'sync/git-state',
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
