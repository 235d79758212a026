/** A mention of something that has another name now, written in the way the file writes it. */
import type { Address } from '../content/document.ts';
import { fileUrl, writeDestination } from '../markdown/links.ts';
import { linkTarget } from './link-target.ts';
import type { Mention } from './mentions.ts';

/** The documents, media files and pages as they are called afterwards. */
export interface Renaming {
  /** The name itself if it stays; undefined if it goes. */
  readonly nameOf: (to: Mention['to']) => string | undefined;
  readonly addressOf: (address: Address) => Address;
  /** True for the documents after the renaming. */
  readonly isDocument: (address: Address) => boolean;
}

/**
 * Undefined if it can stay as it is, or if what it names goes. A relative link changes also if the document that contains it
 * moved. `within`: the address that this document had.
 */
export function renamedMention({ written, to, link }: Mention, within: Address, names: Renaming): string | undefined {
  const name = names.nameOf(to);
  if (name === undefined) return undefined;
  if (!link) return name === written ? undefined : name;
  const write = (url: string): string => {
    const [, path = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(written) ?? [];
    // An escaped destination is written again as a whole.
    const isPlain = written === link.url && path + suffix === written;
    return isPlain ? writeDestination(url, link.form) + suffix : writeDestination(url + to.suffix, link.form);
  };
  if (to.type === 'media') return name === to.name ? undefined : write(fileUrl(name, link.form));
  if (to.type === 'page') return name === to.path ? undefined : write(name);
  const [from, path] = [names.addressOf(within), link.url.trim().replace(/[?#].*$/s, '')];
  const isUntouched = from === within && name === to.address;
  const leadsThere = (url: string): boolean => {
    const target = linkTarget(url, { from, isDocument: names.isDocument });
    return target.type === 'document' && target.address === name;
  };
  if (leadsThere(path) && (isUntouched || isExact(path, { address: name, from }))) return undefined;
  return write(spellings(path, { address: name, before: to.address, from }).find(leadsThere) ?? name);
}

/**
 * A relative path that no other program follows there, with a step up too many or too few, was right before one of the
 * documents moved.
 */
function isExact(path: string, { address, from }: { readonly address: Address; readonly from: Address }): boolean {
  if (!/^\.{1,2}\//.test(path)) return true;
  const name = path.replace(EXTENSION, '').replace(/^\.\//, '');
  return name === relativePath(from, address) || name === pathFromRoot(from, address);
}

const EXTENSION = /(?:(?:\.[a-z]{2,3}(?:-[a-z0-9-]+)?)?\.md|\.ya?ml)?\/*$/i;

/** By address or by relative path, as before if that leads there: `[fares.md]`, `[../places/quay.yaml]`, `[places/quay]`. */
function spellings(
  path: string,
  { address, before, from }: { readonly address: Address; readonly before: Address; readonly from: Address },
): readonly string[] {
  const extension = EXTENSION.exec(path)![0];
  const name = path.slice(0, path.length - extension.length);
  const isFromRoot = name !== before && name.replace(/^(?:\.\.\/)+/, '') === before;
  const beside = (isFromRoot ? pathFromRoot : relativePath)(from, address) + extension;
  const relative = name.startsWith('./') && !beside.startsWith('../') ? `./${beside}` : beside;
  const forms = [relative, `./${beside}`, address + extension];
  return name === before ? forms.toReversed() : forms;
}

const pathFromRoot = (from: Address, to: Address): string => '../'.repeat(from.split('/').length - 1) + to;

function relativePath(from: Address, to: Address): string {
  const [folders, steps] = [from.split('/').slice(0, -1), to.split('/')];
  let shared = 0;
  while (shared < folders.length && shared < steps.length - 1 && folders[shared] === steps[shared]) shared++;
  return [...folders.slice(shared).map(() => '..'), ...steps.slice(shared)].join('/');
}
