import { withLineFeeds } from '../../values/line-breaks.ts';

/** The type of a file in media/, by its extension, as web servers decide it too. */
export type MediaType =
  /** Published in several sizes and formats. */
  | 'photo'
  /** A picture that is published as it is: a drawing scales, and an animation would lose its motion. */
  | 'drawing'
  | 'animation'
  /** Anything else that a page may link to or play. */
  | 'file'
  /** Not known to be safe to publish: browsers run scripts in HTML, in any XML, and in files that they guess to be one. */
  | 'refused';

const words = (...lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split(' '));

/** The files that a browser plays, shows as text or saves, on any host. */
const FILES = words(
  'ico bmp tif tiff',
  'mp4 m4v webm mov ogv mp3 m4a aac ogg oga wav flac',
  'woff woff2 ttf otf',
  'pdf txt csv tsv json ics vcf rtf',
  'doc docx xls xlsx ppt pptx odt ods odp epub',
  'zip ai eps psd',
);

/** Likewise, but not every host knows their type. Apache then uses the extension before: `x.html.pages` is HTML to it. */
const RARE_FILES = words('apng heic opus weba md vtt srt geojson pages numbers key kmz pkpass');

const TYPES: ReadonlyMap<string, MediaType> = new Map<string, MediaType>([
  ...[...FILES, ...RARE_FILES].map((extension) => [extension, 'file'] as const),
  ...['jpg', 'jpeg', 'png', 'webp', 'avif'].map((extension) => [extension, 'photo'] as const),
  ['svg', 'drawing'],
  ['gif', 'animation'],
]);

/** Text formats in which CRLF and LF mean the same. Not included: .ics and .vcf need CRLF, and a PDF counts its bytes. */
const TEXTS = new Set(['svg', 'txt', 'md', 'csv', 'tsv', 'json', 'geojson', 'vtt', 'srt']);

export const mediaTypeOf = (name: string): MediaType =>
  isAmbiguous(name) ? 'refused' : (TYPES.get(extensionOf(name)) ?? 'refused');

/** Pictures that most browsers do not show. They can be published for a download. */
export const isRarelyShown = (name: string): boolean => /\.(?:heic|tiff?|psd|ai|eps)$/i.test(name);

/** Pictures of cameras, and of formats that few programs know. */
const UNCOMMON_PICTURES = words('heif heics hif jp2 jxl dng cr2 cr3 nef arw orf raf rw2');

/** The reason why a file with this name is not published, and what to do instead. */
export function refusalOf(name: string): string {
  const extension = extensionOf(name);
  if (extension === '')
    return 'its name has no extension, so a browser would guess what it is: give it one, such as .pdf';
  if (extension === 'gz')
    return '.gz files are not published, because hosts serve them unpacked, with the type of their content: compress the content to a .zip';
  if (isAmbiguous(name))
    return `its name has two extensions, and a host that does not know .${extension} uses the other one: rename the file so that it has one`;
  if (extension === 'jfif') return 'it is a JPEG under another name: rename it to .jpg';
  if (UNCOMMON_PICTURES.includes(extension))
    return `most browsers do not show .${extension} pictures: convert it to .jpg`;
  const isXml = ['gpx', 'kml', 'xml', 'rss', 'xsd', 'rng', 'svgz'].includes(extension);
  const way = isXml ? 'compress it to a .zip' : 'publish it as a .pdf or .zip';
  return `.${extension} is not among the file types that are safe to publish, because a browser could run scripts in it: ${way}, or host it elsewhere and link to it`;
}

/** How to convert a picture that few browsers show. */
export const asJpeg = (format: string): string =>
  `open it in a picture viewer and export it as .jpg, or run \`magick ${format}:OLD NEW.jpg\``;

/** What a file that is no picture is instead, and the way out. */
const OTHERS: readonly (readonly [start: RegExp, problem: string])[] = [
  [/^[^]{4}ftyp(?:he[iv]|mi|ms)/, `it is a HEIC picture under another name: ${asJpeg('heic')}`],
  [/^version https:\/\/git-lfs/, 'it is a pointer to a file in Git LFS: run `git lfs pull`'],
  [
    /^[\t-\r -~\x80-\xFF]+$/,
    'it is text under the name of a picture: use a picture, or give the file the extension of what it is',
  ],
  [/^/, 'it is not an image, or it is damaged: export it again as .jpg or .png'],
];

/** The reason why a file is none of the pictures that browsers show. */
export function notAPicture(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 512)).toString('latin1');
  return OTHERS.find(([pattern]) => pattern.test(start))![1];
}

export const isText = (name: string): boolean => TEXTS.has(extensionOf(name));

/** No host treats digits, as in `v1.2.md`, as an extension. */
const isAmbiguous = (name: string): boolean =>
  RARE_FILES.includes(extensionOf(name)) && /\.[a-z][^/]*\.[^./]+$/i.test(name);

const extensionOf = (name: string): string => /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

type Read = (name: string) => Uint8Array;

/** Reads files as they are published: the site must not depend on the line breaks of this checkout. */
export const publishedBytes =
  (read: Read): Read =>
  (name) =>
    isText(name) ? lineFeedsOnly(read(name)) : read(name);

/** Works on bytes, for any encoding. */
function lineFeedsOnly(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(RETURN)) return bytes;
  return Buffer.from(withLineFeeds(Buffer.from(bytes).toString('latin1')), 'latin1');
}

const RETURN = 13;
