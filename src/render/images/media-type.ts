/** What a file of media/ is to the site, by its ending: that is what a server tells browsers, too. */
export type MediaType =
  /** Made in several sizes and formats. */
  | 'photo'
  /** A picture that is published as it is: a drawing scales, and an animation would stand still. */
  | 'drawing'
  | 'animation'
  /** Anything else that a page may link to or play. */
  | 'file'
  /** What a browser would run with the rights of the site. */
  | 'program';

const TYPES: Readonly<Record<string, MediaType>> = {
  jpg: 'photo',
  jpeg: 'photo',
  png: 'photo',
  webp: 'photo',
  avif: 'photo',
  svg: 'drawing',
  gif: 'animation',
  ...Object.fromEntries(
    ['html', 'htm', 'xhtml', 'xht', 'shtml', 'xml', 'xsl', 'svgz', 'js', 'mjs'].map((ending) => [ending, 'program']),
  ),
};

/** Text formats in which CRLF and LF mean the same. Not of these: .ics and .vcf want CRLF, and a PDF counts its bytes. */
const TEXTS = new Set(['svg', 'txt', 'md', 'csv', 'tsv', 'json', 'geojson', 'gpx', 'kml', 'vtt', 'srt', 'css']);

export function mediaTypeOf(name: string): MediaType {
  const extension = extensionOf(name);
  return Object.hasOwn(TYPES, extension) ? TYPES[extension]! : 'file';
}

export const isText = (name: string): boolean => TEXTS.has(extensionOf(name));

const extensionOf = (name: string): string => /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
