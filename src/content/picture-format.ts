/** The format of a picture by its first bytes, since a name can say anything. */

/** Of a picture that comes from elsewhere: more than any camera makes. */
export const MOST_PICTURE_BYTES = 25 * 1024 * 1024;

const FORMATS: readonly (readonly [start: RegExp, extension: string])[] = [
  [/^\xFF\xD8/, 'jpg'],
  [/^\x89PNG/, 'png'],
  [/^GIF8/, 'gif'],
  [/^RIFF[^]{4}WEBP/, 'webp'],
  [/^[^]{4}ftypavi[fs]/, 'avif'],
];

/** What a file that is no picture is instead, and the way out. */
const OTHERS: readonly (readonly [start: RegExp, problem: string])[] = [
  [/^[^]{4}ftyp(?:he[iv]|mi|ms)/, `it is a HEIC picture under another name: ${asJpeg('heic')}`],
  [/^(?:II\*\0|MM\0\*)/, `it is a TIFF picture under another name: ${asJpeg('tiff')}`],
  [/^version https:\/\/git-lfs/, 'it is a pointer to a file in Git LFS: run `git lfs pull`'],
  [
    /^[\t-\r -~\x80-\xFF]+$/,
    'it is text under the name of a picture: use a picture, or give the file the extension of what it is',
  ],
];

/** How to convert a picture that few browsers show. */
export function asJpeg(format: string): string {
  return `open it in a picture viewer and export it as .jpg, or run \`magick ${format}:OLD NEW.jpg\``;
}

/** The reason why a file is none of the pictures that browsers show. */
export function notAPicture(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 512)).toString('latin1');
  const other = OTHERS.find(([pattern]) => pattern.test(start))?.[1];
  return other ?? 'it is not an image, or it is damaged: export it again as .jpg or .png';
}

/** The extension that it should have; undefined if these are not pixels in a format that browsers show. */
export function pictureFormat(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  return FORMATS.find(([pattern]) => pattern.test(start))?.[1];
}
