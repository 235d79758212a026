/** The entries of `$aliases`: former paths of the site, and former addresses of documents. */
import type { Address } from '../content/document.ts';
import type { Kind } from '../kinds/kind.ts';
import { readFormerPath } from '../values/former-path.ts';
import { declarationAt } from './address-shape.ts';
import { pageAddress } from './site-paths.ts';

export type Alias =
  | { readonly type: 'path'; readonly page: string }
  /** Every page that a document with this address has, in every language of the site; `page` is the one in the first. */
  | { readonly type: 'address'; readonly address: Address; readonly kind: Kind; readonly page: string }
  | { readonly type: 'problem'; readonly problem: string; readonly suggestion: string };

const EXAMPLES = 'write a path such as /2019/opening/, or an address such as sessions/opening';

export function readAlias(written: string, kinds?: readonly Kind[]): Alias {
  const url = /^https?:\/\/[^/]+(\/.*)$/i.exec(written);
  if (url) return { type: 'problem', problem: 'it is on this site in any case', suggestion: `write ${url[1]}` };
  if (written.startsWith('/')) {
    const read = readFormerPath(written);
    return 'path' in read ? { type: 'path', page: read.path } : { type: 'problem', ...read, suggestion: EXAMPLES };
  }
  const kind = declarationAt(written, kinds);
  if (!kind) return { type: 'problem', problem: 'it is neither a path nor an address', suggestion: EXAMPLES };
  if (!mayHaveAliases(kind))
    return { type: 'problem', problem: `documents in ${kind.folder}/ have no page`, suggestion: 'remove it' };
  return { type: 'address', address: written, kind, page: `/${pageAddress(kind, written, undefined)}/` };
}

export const mayHaveAliases = ({ page, local }: Kind): boolean =>
  page !== undefined || local?.['$aliases'] !== undefined;
