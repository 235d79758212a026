import { contentType } from '../../values/content-type.ts';
import { headerOf, type AnswerHeaders } from '../../remote/http/exchange.ts';
import { isPage } from '../file-class.ts';
import type { Upload } from '../plan.ts';
import type { Headers } from './bucket.ts';

/** The build puts a digest of the content into these names, so what they name never changes. */
const UNCHANGING = /\.[0-9a-f]{8,}\.\w+$|^media\/_\//;

/** Tells the files that gitcast published from others, and which version each is. */
const MARK = 'x-amz-meta-gitcast';

export const markIn = (headers: AnswerHeaders): string | undefined => headerOf(headers, MARK);

export const headersOf = ({ path, digest }: Pick<Upload, 'path' | 'digest'>): Headers => ({
  [MARK]: digest,
  'content-type': contentType(path),
  'cache-control': UNCHANGING.test(path)
    ? 'public, max-age=31536000, immutable'
    : isPage(path)
      ? 'public, max-age=0, must-revalidate'
      : 'public, max-age=3600',
});
