/**
 * Resolves a link in a text. Authors name documents and media by address, as elsewhere (`articles/getting-there`,
 * `media/bridge.jpg`), by the relative file path that GitHub shows (`../places/quay.yaml`, `fares.md`), or by the path
 * of a page (`/program/`).
 */
import type { Address } from '../content/document.ts';

export type LinkTarget =
  /** Another site, an email address or a telephone number. */
  | { readonly type: 'outside' }
  /** A heading of the same text. */
  | { readonly type: 'anchor'; readonly anchor: string }
  | { readonly type: 'media'; readonly name: string; readonly suffix: string }
  | {
      readonly type: 'document';
      readonly address: Address;
      readonly suffix: string;
      readonly anchor: string | undefined;
    }
  | { readonly type: 'page'; readonly path: string; readonly suffix: string }
  /** No such document; `address` is the most likely intended one. */
  | { readonly type: 'nothing'; readonly address: Address };

interface Surroundings {
  /** The document whose text contains the link. */
  readonly from: Address;
  readonly isDocument: (address: Address) => boolean;
}

export function linkTarget(url: string, { from, isDocument }: Surroundings): LinkTarget {
  const [, written = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(url.trim()) ?? [];
  const fragment = /#(.*)$/s.exec(suffix)?.[1];
  const anchor = fragment === undefined ? undefined : decoded(fragment);
  if (written === '') return url.startsWith('#') ? { type: 'anchor', anchor: anchor! } : { type: 'outside' };
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(written)) return { type: 'outside' };
  const path = decoded(written);
  if (isMeantAsMedia(path)) return { type: 'media', name: path, suffix };
  if (path.startsWith('/')) return { type: 'page', path, suffix };
  const meant = addressesMeant(path, from);
  const address = meant.find(isDocument);
  return address === undefined
    ? { type: 'nothing', address: meant[0]! }
    : { type: 'document', address, suffix, anchor };
}

/** Also in the forms that editors and websites use, which are not ours. */
export const isMeantAsMedia = (value: string): boolean => /^(?:\.{0,2}\/)*media\/./.test(value);

/** False if no link in a text can name a media file, in whatever way its name is escaped: much cheaper than parsing it. */
export const mayNameMedia = (text: string): boolean => /media|%[0-9a-f]{2}|&#/i.test(text);

const FILE = /(?:\.[a-z]{2,3}(?:-[a-z0-9-]+)?)?\.md$|\.ya?ml$/i;

/** The addresses that a relative path can mean, the most likely first. */
function addressesMeant(path: string, from: Address): readonly Address[] {
  const name = path.replace(FILE, '').replace(/\/+$/, '');
  const fromRoot = name.replace(/^(?:\.{1,2}\/)+/, '');
  const beside = joined(from.split('/').slice(0, -1), name);
  const isByFile = name !== path.replace(/\/+$/, '') || /^\.{1,2}\//.test(path);
  return isByFile ? [beside, fromRoot] : [fromRoot, beside];
}

function joined(folder: readonly string[], path: string): string {
  const steps = [...folder];
  for (const step of path.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
