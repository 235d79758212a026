import { diagnose, type Diagnostic, type Span } from '../../diagnostics/diagnostic.ts';
import { readingProblem } from '../../markdown/reading.ts';

/** What cannot be read has no links to check and no page: it must not be sent as if it had none. */
export function unreadableText(text: string, at: () => Span): Diagnostic | undefined {
  const problem = readingProblem(text);
  if (problem === undefined) return undefined;
  const suggestion = 'divide it into paragraphs or several documents, or write it as code, between lines of ```';
  return diagnose('text-unreadable', at(), `this text cannot be read as Markdown: ${problem}`, { suggestion });
}
