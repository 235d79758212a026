/**
 * The forms in which versions of gitcast have sent a document. A file has not changed because a newer version sends it in
 * another form: the differ takes it for unchanged when any of these forms is what was sent, and the current form reaches
 * the target with the next change that somebody makes. On a target that can only replace, anything else would replace
 * every article once for each such version.
 *
 * When the form changes, the one before joins OLDER_FORMS.
 */
import { withReturns } from '../../values/line-breaks.ts';
import type { Path } from '../../values/json.ts';
import type { Body } from '../../model/broadcast.ts';
import { withLinkUrls, type TextOf } from './text-links.ts';

/** All forms differ in Markdown only. */
export interface Form {
  /** The text of a Markdown file. */
  readonly body: (body: Body) => string;
  /** A Markdown value, that text included, as it is sent. */
  readonly markdown: (text: string, of: TextOf & { readonly path: Path }) => string;
}

export const CURRENT_FORM: Form = { body: ({ text }) => text, markdown: withLinkUrls };

/**
 * The first version sent links between documents as they were written, found pictures with a regular expression, and had none
 * in descriptions. It also sent the line breaks of the checkout: those of this one, and those of a colleague's.
 */
export const OLDER_FORMS: readonly Form[] = [
  { body: ({ text }) => text, markdown: asFirstSent },
  { body: ({ written }) => written, markdown: asFirstSent },
  { body: ({ text }) => withReturns(text), markdown: asFirstSent },
];

function asFirstSent(markdown: string, { path, input: { mediaUrl } }: Parameters<Form['markdown']>[1]): string {
  if (path.at(-1) === 'description') return markdown;
  return markdown.replace(
    /(\]\(\s*<?|\bsrc\s*=\s*["']?)(media\/[^)\s>"']+)/gi,
    (whole, before: string, name: string) => {
      const url = mediaUrl(name);
      return url === undefined ? whole : before + url;
    },
  );
}
