import { UserError } from '../../diagnostics/errors.ts';

export interface TemplateFault {
  /** As templates name each other: `blocks/title`. */
  readonly template: string;
  /** `templates/blocks/title.eta`, or where the user's own lies. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly reason: string;
  /** What was being rendered, where it is known. */
  readonly document?: string | undefined;
}

/** A template that failed: always the innermost, where the mistake is. */
export class TemplateError extends UserError {
  readonly fault: TemplateFault;

  constructor(fault: TemplateFault, cause?: unknown) {
    const { file, line, reason, document } = fault;
    super(`${file}:${line}: ${reason}${document === undefined ? '' : ` (while rendering ${document})`}`, { cause });
    this.fault = fault;
  }
}
