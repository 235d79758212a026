import { UserError } from '../../diagnostics/errors.ts';
import type { Ci } from '../ci.ts';

/** Everything that a job of a pull request could write with is kept from it, so this job could only fail later. */
export function refuseRequest({ runner }: Pick<Ci, 'runner'>, job: string): void {
  if (!runner.isOfRequest) return;
  throw new UserError(`the job ${job} runs merged code only, and this is the run of a pull request`, {
    suggestion: 'start it in a workflow of the default branch',
  });
}
