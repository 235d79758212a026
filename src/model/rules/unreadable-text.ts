import { diagnose, type Diagnostic, type Span } from '../../diagnostics/diagnostic.ts';
import { readingProblem } from '../../markdown/reading.ts';

/** A text that cannot be parsed has no links to check and no page. It must not be sent as if it had no problems. */
export function unreadableText(text: string, at: () => Span): Diagnostic | undefined {
  const problem = readingProblem(text);
  if (problem === undefined) return undefined;
  const suggestion = 'split it into paragraphs or several documents, or mark it as code, between lines of ```';
  return diagnose('text-unreadable', at(), `this text cannot be parsed as Markdown: ${problem}`, { suggestion });
}
