/** What a file of media/ is to the site, by its extension: that is what a server goes by, too. */
export type MediaType =
  /** Made in several sizes and formats. */
  | 'photo'
  /** A picture that is published as it is: a drawing scales, and an animation would stand still. */
  | 'drawing'
  | 'animation'
  /** Anything else that a page may link to or play. */
  | 'file'
  /** Not known to be harmless where it is published: a browser runs scripts in HTML, in any XML, and in what it guesses to be one. */
  | 'refused';

const words = (...lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split(' '));

/** The files that a browser plays, shows as text or saves, whichever host serves them. */
const FILES = words(
  'ico bmp tif tiff',
  'mp4 m4v webm mov ogv mp3 m4a aac ogg oga wav flac',
  'woff woff2 ttf otf',
  'pdf txt csv tsv json ics vcf rtf',
  'doc docx xls xlsx ppt pptx odt ods odp epub',
  'zip ai eps psd',
);

/** Likewise, but not every host has a type for them. Apache then goes by the extension before: `x.html.pages` is HTML to it. */
const RARE_FILES = words('apng heic opus weba md vtt srt geojson pages numbers key kmz pkpass');

const TYPES: ReadonlyMap<string, MediaType> = new Map<string, MediaType>([
  ...[...FILES, ...RARE_FILES].map((extension) => [extension, 'file'] as const),
  ...['jpg', 'jpeg', 'png', 'webp', 'avif'].map((extension) => [extension, 'photo'] as const),
  ['svg', 'drawing'],
  ['gif', 'animation'],
]);

/** Text formats in which CRLF and LF mean the same. Not of these: .ics and .vcf want CRLF, and a PDF counts its bytes. */
const TEXTS = new Set(['svg', 'txt', 'md', 'csv', 'tsv', 'json', 'geojson', 'vtt', 'srt']);

export const mediaTypeOf = (name: string): MediaType =>
  isAmbiguous(name) ? 'refused' : (TYPES.get(extensionOf(name)) ?? 'refused');

/** Why a file of this name is not published, and what to do instead. */
export function refusalOf(name: string): string {
  const extension = extensionOf(name);
  if (extension === '')
    return 'its name has no extension, so a browser would guess what it is: give it one, such as .pdf';
  if (extension === 'gz')
    return '.gz files are not published, because hosts serve them unpacked, as whatever is inside: compress it to a .zip';
  if (isAmbiguous(name))
    return `its name has two extensions, and a host that does not know .${extension} goes by the other one: rename it so that it has one`;
  const isXml = ['gpx', 'kml', 'xml', 'rss', 'xsd', 'rng', 'svgz'].includes(extension);
  const way = isXml ? 'compress it to a .zip' : 'publish it as a .pdf or .zip';
  return `.${extension} is not among the file types that are safe to publish, because a browser could run scripts in it: ${way}, or host it elsewhere and link to it`;
}

export const isText = (name: string): boolean => TEXTS.has(extensionOf(name));

/** Digits, as in `v1.2.md`, are no extension to any host. */
const isAmbiguous = (name: string): boolean =>
  RARE_FILES.includes(extensionOf(name)) && /\.[a-z][^/]*\.[^./]+$/i.test(name);

const extensionOf = (name: string): string => /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
