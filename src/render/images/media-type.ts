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

export function mediaTypeOf(name: string): MediaType {
  const ending = /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(TYPES, ending) ? TYPES[ending]! : 'file';
}
