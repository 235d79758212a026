import { framedAs, mergeTexts } from '../../values/merge-texts.ts';

/** The Markdown body of a file whose text differs on the target. Line breaks are line feeds until it is written. */
export type PulledBody =
  /** The target's text. */
  | { readonly type: 'taken'; readonly text: string }
  /** The changes of both sides; nothing to write if the file already has them. */
  | { readonly type: 'merged'; readonly text: string; readonly ancestor: string }
  /** Overlapping changes, with conflict markers for a person to resolve. */
  | { readonly type: 'marked'; readonly text: string; readonly ancestor: string }
  | { readonly type: 'left'; readonly reason: string };

interface Bodies {
  readonly here: string;
  /** The target's text in the form of a file. */
  readonly there: string;
  /** The text of both sides at the last sync, if it was stored. */
  readonly ancestor: string | undefined;
  readonly target: string;
  /** True if overlapping changes are written into the file with conflict markers, instead of being left out. */
  readonly marks: boolean;
}

export function mergeBodies({ here, there, ancestor, target, marks }: Bodies): PulledBody {
  if (ancestor === undefined) {
    return {
      type: 'left',
      reason: 'both texts changed, and the text of the last sync, which a merge needs, was not stored',
    };
  }
  const theirs = framedAs(here, there);
  const texts = { ancestor: framedAs(here, ancestor), here, there: theirs };
  const { text, conflicts } = mergeTexts({ ...texts, thereName: target });
  if (text === theirs) return { type: 'taken', text };
  if (conflicts > 0 && !marks) return { type: 'left', reason: 'both sides changed the same lines of the text' };
  return { type: conflicts === 0 ? 'merged' : 'marked', text, ancestor: theirs };
}
