/**
 * The forms in which versions of gitcast have sent a document. A file has not changed just because a newer version
 * sends it in a different form. The differ treats it as unchanged if any of these forms is what was sent, and the
 * current form reaches the target with the next real change. Otherwise each such version would replace every article
 * once on a target that can only replace.
 *
 * When the form changes, the previous one is added to OLDER_FORMS.
 */
import { withReturns } from '../../values/line-breaks.ts';
import type { Path } from '../../values/json.ts';
import type { Body } from '../../model/broadcast.ts';
import { withLinkUrls, type TextOf } from './text-links.ts';

/** All forms differ only in Markdown. */
export interface Form {
  /** The text of a Markdown file. */
  readonly body: (body: Body) => string;
  /** A Markdown value as it is sent, including the text of a Markdown file. */
  readonly markdown: (text: string, of: TextOf & { readonly path: Path }) => string;
}

export const CURRENT_FORM: Form = { body: ({ text }) => text, markdown: withLinkUrls };

/**
 * The first version sent links between documents as written, found pictures with a regular expression, and did not
 * process pictures in descriptions. It also sent the line breaks of the checkout: those of this checkout and those of a
 * colleague's.
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
