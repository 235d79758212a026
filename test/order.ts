/**
 * One project after the other, because a worker ends as soon as the next file in the queue belongs to a different project:
 * if they were mixed, most files would get a process of their own. Within a project, what takes longest begins first, so
 * that no worker is alone with it in the end. Vitest knows that from the run before; in a fresh clone it takes a file for
 * as slow as it is long. `npm run test:repeat` asks for other orders.
 */
import { hash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const ORDER = process.env['GITCAST_TEST_ORDER'];

export class ProjectsInTurn extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const turn = ({ project }: TestSpecification): number => this.ctx.projects.indexOf(project);
    const within = ORDER === undefined ? await super.sort(files) : shuffled(files, ORDER);
    return within.toSorted((a, b) => turn(a) - turn(b));
  }
}

function shuffled(files: readonly TestSpecification[], order: string): TestSpecification[] {
  const rank = ({ moduleId }: TestSpecification): string => hash('sha256', `${order} ${moduleId}`);
  return files.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
}
