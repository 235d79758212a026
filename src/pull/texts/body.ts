/** The Markdown body of a file, when the target has another text for it. Line breaks are line feeds until it is written. */
import { withLineFeeds } from '../../values/line-breaks.ts';
import { mergeTexts, hasMarks } from './merge-texts.ts';

export type PulledBody =
  /** The target's text. */
  | { readonly type: 'taken'; readonly text: string }
  /** The changes of both sides; with nothing to write where the file has them already. */
  | { readonly type: 'merged'; readonly text: string; readonly ancestor: string }
  /** Changes that overlap, marked for a person. */
  | { readonly type: 'marked'; readonly text: string; readonly ancestor: string }
  | { readonly type: 'left'; readonly reason: string };

interface Bodies {
  readonly here: string;
  /** The target's text, in the words of a file. */
  readonly there: string;
  /** What both had at the last sync, where it was kept. */
  readonly ancestor: string | undefined;
  readonly target: string;
  /** Whether changes that overlap are written into the file with marks, or left. */
  readonly marks: boolean;
}

export function mergeBodies({ here, there, ancestor, target, marks }: Bodies): PulledBody {
  if (hasMarks(here)) return { type: 'left', reason: 'the conflict marks in its text are not resolved yet' };
  if (ancestor === undefined) {
    return { type: 'left', reason: 'both texts changed, and that of the last sync was not kept to merge them' };
  }
  const theirs = framedAs(here, there);
  const texts = { ancestor: framedAs(here, ancestor), here, there: theirs };
  const { text, conflicts } = mergeTexts({ ...texts, thereName: target });
  if (text === theirs) return { type: 'taken', text };
  if (conflicts > 0 && !marks) return { type: 'left', reason: 'both texts changed the same lines' };
  return { type: conflicts === 0 ? 'merged' : 'marked', text, ancestor: theirs };
}

/** Blank lines around a text are the file's affair: services trim them, and editors want the last line ended. */
export function framedAs(here: string, text: string): string {
  const lines = withLineFeeds(text);
  if (lines.trim() === '') return lines;
  const [before = ''] = /^\n*/.exec(here) ?? [];
  const [after = ''] = /\n*$/.exec(here) ?? [];
  return (lines.startsWith('\n') ? '' : before) + lines + (lines.endsWith('\n') ? '' : after);
}
