import { diagnose, type Diagnostic, type Span } from '../../../diagnostics/diagnostic.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Library } from '../../library.ts';
import { isMeantAsMedia } from '../../link-target.ts';
import { NO_PROBLEM, type Problems, type ValueRule } from '../rule.ts';
import { isWebUrl, unencoded } from './urls.ts';

const MEDIA = 'media/';

export const isLocalMedia = (value: string): boolean => value.startsWith(MEDIA);

export const media: ValueRule = {
  codes: ['media-not-found', 'bad-url', 'media-elsewhere'],
  check({ schema, value, library, kind, valueSpan }) {
    if (!schema['x-media'] || typeof value !== 'string') return NO_PROBLEM;
    if (isMeantAsMedia(value)) return missingMedia(library, value, valueSpan);
    if (isWebUrl(value)) {
      const wrong = unencoded(value, valueSpan);
      return wrong !== NO_PROBLEM || NOT_SHOWN.has(kind.name) ? wrong : mediaElsewhere(value, valueSpan());
    }
    return diagnose('bad-url', valueSpan(), `\`${value}\` is neither a file under media/ nor an http or https URL`, {
      suggestion: suggestion(library, value) ?? 'write media/<file>, or a complete URL',
    });
  },
};

/** A media document states where a file is, and a font without its own file has a separate warning. */
const NOT_SHOWN: ReadonlySet<string> = new Set(['media', 'font']);

export const mediaElsewhere = (url: string, at: Span): Diagnostic =>
  diagnose(
    'media-elsewhere',
    at,
    `this file is on ${new URL(url).host}: the site links to it and does not show it, because it loads nothing from other hosts before a click`,
    { suggestion: 'to show it, put the file under media/ and write media/<file>' },
  );

export function missingMedia(library: Library, name: string, at: () => Span): Problems {
  if (library.hasMedia(name)) return NO_PROBLEM;
  return diagnose('media-not-found', at(), `there is no file ${name}`, {
    suggestion: suggestion(library, name) ?? 'add the file to media/, or correct the name',
  });
}

function suggestion(library: Library, value: string): string | undefined {
  // Compared without the folder, because with it all short names would be similar.
  const names = library.mediaNames().map((name) => name.slice(MEDIA.length));
  const file = value.slice(value.lastIndexOf(MEDIA) === -1 ? 0 : value.lastIndexOf(MEDIA) + MEDIA.length);
  const meant = names.find((name) => name === file || name.endsWith(`/${file}`)) ?? nearest(file, names);
  return meant === undefined ? undefined : `did you mean ${MEDIA}${meant}?`;
}
