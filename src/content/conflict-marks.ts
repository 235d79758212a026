/** Conflict markers in files: those of git, and those that a pull or an import writes into a Markdown body. */
import { diagnose, type Diagnostic, type Span } from '../diagnostics/diagnostic.ts';

const BEGINNING = '<<<<<<< ';
const OWN = '<<<<<<< here';

/** The position of the first marker of a complete conflict. A document with one of ours can be read, and a rule finds it. */
export function markOfGit(text: string): number | undefined {
  if (!text.includes(BEGINNING)) return undefined;
  let [opened, isHalfway]: [number | undefined, boolean] = [undefined, false];
  let start = 0;
  for (const line of text.split('\n')) {
    if (line.startsWith(BEGINNING)) [opened, isHalfway] = [line.trimEnd() === OWN ? undefined : start, false];
    else if (opened !== undefined && line.trimEnd() === '=======') isHalfway = true;
    else if (isHalfway && line.startsWith('>>>>>>> ')) return opened;
    start += line.length + 1;
  }
  return undefined;
}

/** The position of the first marker that a merge of ours wrote. */
export function ownMark(text: string): number | undefined {
  if (!text.includes(OWN)) return undefined;
  const found = /^<<<<<<< here\r?$/m.exec(text);
  return found && /^>>>>>>> /m.test(text) ? found.index : undefined;
}

/** `file`: what has the marker, which begins at `mark`. */
export const unmerged = (file: { readonly span: (start: number, end: number) => Span }, mark: number): Diagnostic =>
  diagnose('conflict-marker', file.span(mark, mark + OWN.indexOf(' ')), 'there is an unresolved merge conflict here', {
    suggestion: 'keep the correct version, and remove the lines with <<<<<<<, ======= and >>>>>>>',
  });
