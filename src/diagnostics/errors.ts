import type { Diagnostic } from './diagnostic.ts';

/** Something the user can mend: shown as a sentence, never with a stack. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly suggestion: string | undefined;
  readonly diagnostics: readonly Diagnostic[];

  constructor(
    message: string,
    details: { suggestion?: string; diagnostics?: readonly Diagnostic[]; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.suggestion = details.suggestion;
    this.diagnostics = details.diagnostics ?? [];
  }
}

/** Something that should be impossible: shown with what to report. */
export class InternalError extends Error {
  override readonly name = 'InternalError';
}
