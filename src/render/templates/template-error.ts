import { Script } from 'node:vm';
import { UserError } from '../../diagnostics/errors.ts';

export interface TemplateFault {
  /** The name that templates use: `blocks/title`. */
  readonly template: string;
  /** `templates/blocks/title.eta`, or the path of the user's own. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** Empty if the template was not found. */
  readonly lineText: string;
  readonly reason: string;
}

/** A template that failed: always the innermost one, which contains the mistake. */
export class TemplateError extends UserError {
  readonly fault: TemplateFault;

  constructor(fault: TemplateFault, cause?: unknown) {
    super(`${fault.file}:${fault.line}: ${fault.reason}`, { cause });
    this.fault = fault;
  }
}

/**
 * The line of a template on which its JavaScript does not parse. Eta reports only that it does not; the engine reports
 * the line in the compiled function, which contains marks with the lines of the template.
 */
export function syntaxLine(compiled: string): number {
  const lines = compiled.split('\n');
  const failing = Math.min(failingLine(compiled), lines.length);
  for (let index = failing - 1; index >= 0; index--) {
    const mark = /^__eta\.line=(\d+)$/.exec(lines[index]!);
    // A tag may span several lines after its mark.
    if (mark) return Number(mark[1]) + Math.max(0, failing - index - 2);
  }
  return 1;
}

function failingLine(code: string): number {
  try {
    // One line precedes the code, so its lines are 0-based.
    void new Script(`(function(it, options) {\n${code}\n})`, { filename: 'template' });
  } catch (error) {
    const line = /^template:(\d+)/.exec((error as Error).stack ?? '')?.[1];
    if (line !== undefined) return Number(line) - 1;
  }
  return Number.POSITIVE_INFINITY;
}

/**
 * A brace of a template that has no counterpart. The engine notices it only at the end of the compiled function, where it
 * reports a word that no template contains.
 */
export function looseBrace(template: string): { readonly line: number; readonly reason: string } | undefined {
  const open: number[] = [];
  let line = 1;
  for (const part of template.split(/(<%[^]*?%>)/)) {
    const code = part.startsWith('<%') ? withoutTexts(part) : '';
    for (let index = 0; index < part.length; index++) {
      if (part[index] === '\n') line++;
      if (code[index] === '{') open.push(line);
      if (code[index] === '}' && open.pop() === undefined) return { line, reason: 'this } has no matching {' };
    }
  }
  const last = open.at(-1);
  return last === undefined ? undefined : { line: last, reason: 'this { is never closed' };
}

/** True if a line has `await`, which the engine reports as a missing bracket. */
export const awaits = (template: string, line: number): boolean =>
  /\bawait\b/.test(withoutTexts(template.split(/\r?\n/)[line - 1] ?? ''));

/** Blanks out strings and comments, in which a brace is only a character. */
const withoutTexts = (code: string): string =>
  code.replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\*[^]*?\*\//g, (text) =>
    ' '.repeat(text.length),
  );
