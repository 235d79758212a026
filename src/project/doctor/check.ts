import { diskFailure } from '../../machine/disk-failure.ts';
import { RemoteError, UserError } from '../../diagnostics/errors.ts';

/** The result of one check, with a fix if it failed. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly message: string;
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
