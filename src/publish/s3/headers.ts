import { contentType } from '../../values/content-type.ts';
import { isPage } from '../file-class.ts';
import type { Headers } from './bucket.ts';

/** The build puts a digest of the content into these names, so what they name never changes. */
const UNCHANGING = /\.[0-9a-f]{8,}\.\w+$|^media\/_\//;

export const headersOf = (path: string): Headers => ({
  'content-type': contentType(path),
  'cache-control': UNCHANGING.test(path)
    ? 'public, max-age=31536000, immutable'
    : isPage(path)
      ? 'public, max-age=0, must-revalidate'
      : 'public, max-age=3600',
});
