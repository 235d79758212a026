import { diskFailure } from '../../machine/disk-failure.ts';
import { RemoteError, UserError } from '../../diagnostics/errors.ts';

/** The result of one check, with a fix if it failed. */
export interface Check {
  /** What was checked. */
  readonly name: string;
  /** True if nothing is wrong. */
  readonly ok: boolean;
  /** What was found. */
  readonly message: string;
  /** The next step, if it failed. */
  readonly fix: string | null;
}

export const passed = (name: string, message: string): Check => ({ name, ok: true, message, fix: null });

export function failed(name: string, error: unknown): Check {
  const known = error instanceof UserError || error instanceof RemoteError ? error : diskFailure(error);
  if (!known) throw error;
  return { name, ok: false, message: known.message, fix: known.suggestion ?? null };
}

export async function check(name: string, look: () => string | Promise<string>): Promise<Check> {
  try {
    return passed(name, await look());
  } catch (error) {
    return failed(name, error);
  }
}
