/** Keys anywhere in the text of a file: in a value, a comment or the body. */
import type { Document, Positions } from '../content/document.ts';
import { layersOf } from '../content/overlay.ts';
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { secretTexts, SHOWN, withoutSecretTexts } from '../diagnostics/secret-text.ts';

/** `problems`: the other problems of the document. A credential that is already an error needs no warning. */
export function secretWarnings(document: Document, problems: readonly Diagnostic[]): readonly Diagnostic[] {
  const texts = layersOf(document).flatMap(({ source, translations }) => [
    source,
    ...translations.map((each) => each.source),
  ]);
  const found = texts.flatMap(secretWarningsIn);
  if (found.length === 0) return found;
  const refused = new Set(problems.flatMap(({ code, at }) => (code === 'plain-secret' ? [lineOf(at)] : [])));
  return found.filter(({ at }) => !refused.has(lineOf(at)));
}

const lineOf = ({ file, line }: Diagnostic['at']): string => `${file}:${line}`;

export function secretWarningsIn(source: Positions): readonly Diagnostic[] {
  return secretTexts(source.text).map(({ start, end, what }) => {
    const [beginning, length] = [source.text.slice(start, start + SHOWN), end - start];
    const message = `this looks like ${what}: ${length} characters starting with \`${beginning}\``;
    return withoutSecrets(diagnose('looks-like-secret', source.span(start, end), message, { suggestion: SUGGESTION }));
  });
}

const SUGGESTION =
  'if it is one, revoke it where it was issued and remove it here; a field for a credential names it as { $env: NAME }';

/** Any problem may quote a line or a value, and with it something that looks like a key. */
export function withoutSecrets(diagnostic: Diagnostic): Diagnostic {
  const { message, at, notes, suggestion } = diagnostic;
  return {
    ...diagnostic,
    message: withoutSecretTexts(message),
    at: { ...at, lineText: withoutSecretTexts(at.lineText) },
    notes: notes.map((note) => ({
      ...note,
      message: withoutSecretTexts(note.message),
      ...(note.at && { at: { ...note.at, lineText: withoutSecretTexts(note.at.lineText) } }),
    })),
    ...(suggestion !== undefined && { suggestion: withoutSecretTexts(suggestion) }),
  };
}
