/**
 * The forms in which versions of gitcast have sent a document. A file has not changed because a newer version sends it in
 * another form: the differ takes it for unchanged when any of these forms is what was sent, and the current form reaches
 * the target with the next change that somebody makes. On a target that can only replace, anything else would replace
 * every article once for each such version.
 *
 * When the form changes, the one before joins OLDER_FORMS.
 */
import { withReturns } from '../diagnostics/line-breaks.ts';
import type { Body } from '../model/broadcast.ts';
import type { PlanInput } from './context.ts';

/** All forms differ in Markdown only. */
export interface Form {
  /** The text of a Markdown file. */
  readonly body: (body: Body) => string;
  /** A Markdown value, that text included, as it is sent. */
  readonly markdown: (text: string, input: PlanInput) => string;
}

export const CURRENT_FORM: Form = { body: ({ text }) => text, markdown: withPictureUrls };

export const OLDER_FORMS: readonly Form[] = [
  // The first version sent the line breaks of the checkout: those of this one, and those of a colleague's.
  { ...CURRENT_FORM, body: ({ written }) => written },
  { ...CURRENT_FORM, body: ({ text }) => withReturns(text) },
];

/** Pictures in Markdown are sent as URLs too: the application has no media folder beside it. */
function withPictureUrls(markdown: string, { mediaUrl }: PlanInput): string {
  return markdown.replace(
    /(\]\(\s*<?|\bsrc\s*=\s*["']?)(media\/[^)\s>"']+)/gi,
    (whole, before: string, name: string) => {
      const url = mediaUrl(name);
      return url === undefined ? whole : before + url;
    },
  );
}
