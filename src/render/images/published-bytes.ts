import { withLineFeeds } from '../../values/line-breaks.ts';
import { isText } from './media-type.ts';

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
