import { expectedError } from '../../machine/disk-failure.ts';
import type { RemoteError, UserError } from '../../diagnostics/errors.ts';

/** The result of one check, with a fix if it failed. */
export interface Check {
  /** The subject of the check. */
  readonly name: string;
  /** True if nothing is wrong. */
  readonly ok: boolean;
  /** The finding, in words. */
  readonly message: string;
  /** The next step, if it failed. */
  readonly fix: string | null;
}

/** A check before it is put into words. */
export type Finding =
  | { readonly name: string; readonly ok: true; readonly message: string }
  | { readonly name: string; readonly ok: false; readonly error: UserError | RemoteError };

export const passed = (name: string, message: string): Finding => ({ name, ok: true, message });

export function failed(name: string, error: unknown): Finding {
  const expected = expectedError(error);
  if (!expected) throw error;
  return { name, ok: false, error: expected };
}

export async function check(name: string, look: () => string | Promise<string>): Promise<Finding> {
  try {
    return passed(name, await look());
  } catch (error) {
    return failed(name, error);
  }
}

export function reportCheck(finding: Finding): Check {
  const { name, ok } = finding;
  if (ok) return { name, ok, message: finding.message, fix: null };
  const { message, suggestion = null } = finding.error;
  return { name, ok, message, fix: suggestion };
}
