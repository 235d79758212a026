import { UserError } from '../../diagnostics/errors.ts';
import { Problem } from '../../service/http/problem.ts';

/** A server that is overloaded, or whose tables are locked, is no fault of the program. */
export async function orUnavailable<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 503) throw error;
    const { message, cause } = error;
    throw new UserError(cause instanceof Error ? `${message}: ${cause.message}` : message, {
      suggestion: 'run the command again when the database answers and nothing else locks its tables',
      cause: error,
    });
  }
}
