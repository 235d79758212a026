import { diskFailure } from '../../machine/disk-failure.ts';
import { RemoteError, UserError } from '../../diagnostics/errors.ts';

/** One thing that was looked at: whether it is well, and how to fix it when it is not. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly message: string;
  readonly fix: string | null;
}

export const well = (name: string, message: string): Check => ({ name, ok: true, message, fix: null });

export function failed(name: string, error: unknown): Check {
  const known = error instanceof UserError || error instanceof RemoteError ? error : diskFailure(error);
  if (!known) throw error;
  return { name, ok: false, message: known.message, fix: known.suggestion ?? null };
}

export async function check(name: string, look: () => string | Promise<string>): Promise<Check> {
  try {
    return well(name, await look());
  } catch (error) {
    return failed(name, error);
  }
}
