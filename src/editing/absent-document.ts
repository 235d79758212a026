/** A form outlives its file: what happened to the file, and the next step. */
import { isError, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { refused } from './edited-files.ts';
import type { Refused } from './protocol.ts';

export function absent(address: string, problems: readonly Diagnostic[]): Refused {
  const isIts = ({ at }: Diagnostic): boolean => ['.', '/'].some((end) => `/${at.file}`.includes(`/${address}${end}`));
  const problem = problems.find((each) => isError(each) && isIts(each));
  if (!problem)
    return refused(
      `The file of ${address} was deleted or renamed, so nothing can be saved. Bring it back, or open it from Documents under its new name.`,
    );
  const { file, line } = problem.at;
  return refused(
    `${file}:${line} cannot be read: ${problem.message}. Correct it in a text editor; what you enter is saved after that.`,
  );
}
