/**
 * One project after the other, because a worker ends as soon as the next file in the queue belongs to a different project:
 * if they were mixed, most files would get a process of their own. Within a project, what takes longest begins first, so
 * that no worker is alone with it in the end. Vitest knows that from the run before; in a fresh clone it takes a file for
 * as slow as it is long.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

export class ProjectsInTurn extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const turn = ({ project }: TestSpecification): number => this.ctx.projects.indexOf(project);
    return (await super.sort(files)).toSorted((a, b) => turn(a) - turn(b));
  }
}
