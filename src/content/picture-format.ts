/** The format of a picture by its first bytes, since a name can say anything. */

/** Of a picture that comes from elsewhere: more than any camera makes. */
export const MOST_PICTURE_BYTES = 25 * 1024 * 1024;

const FORMATS: readonly (readonly [start: RegExp, extension: string])[] = [
  [/^\xFF\xD8/, 'jpg'],
  [/^\x89PNG/, 'png'],
  [/^GIF8/, 'gif'],
  [/^RIFF[^]{4}WEBP/, 'webp'],
  // Among its brands, the first may be that of any picture of this family.
  [/^[^]{4}ftyp(?:[^]{4})*?avi[fs]/, 'avif'],
];

/** The extension that it should have; undefined if these are not pixels in a format that browsers show. */
export function pictureFormat(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
  return FORMATS.find(([pattern]) => pattern.test(start))?.[1];
}
