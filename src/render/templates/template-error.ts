import { UserError } from '../../diagnostics/errors.ts';

export interface TemplateFault {
  /** The name that templates use: `blocks/title`. */
  readonly template: string;
  /** `templates/blocks/title.eta`, or the path of the user's own. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly reason: string;
  /** The document that was being rendered, if known. */
  readonly document?: string | undefined;
}

/** A template that failed: always the innermost one, which contains the mistake. */
export class TemplateError extends UserError {
  readonly fault: TemplateFault;

  constructor(fault: TemplateFault, cause?: unknown) {
    const { file, line, reason, document } = fault;
    super(`${file}:${line}: ${reason}${document === undefined ? '' : ` (while rendering ${document})`}`, { cause });
    this.fault = fault;
  }
}
