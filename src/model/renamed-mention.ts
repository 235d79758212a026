/** A mention of something that has another name now, written in the way the file writes it. */
import type { Address } from '../content/document.ts';
import { assertNever } from '../diagnostics/errors.ts';
import { fileUrl, writeDestination } from '../markdown/links.ts';
import { linkTarget } from './link-target.ts';
import type { Mention } from './mentions.ts';

/** New names. Each function returns the name itself if it stays. */
export interface Renaming {
  readonly address: (address: Address) => Address;
  readonly media: (name: string) => string;
  /** By the path of a page, which may contain its language. */
  readonly page: (path: string) => string;
  /** True for the documents after the renaming. */
  readonly isDocument: (address: Address) => boolean;
}

/**
 * Undefined if it can stay as it is. A relative link changes also if the document that contains it moved. `within`: the
 * address that this document had.
 */
export function renamedMention({ written, to, link }: Mention, within: Address, names: Renaming): string | undefined {
  if (!link) {
    const name = to.type === 'media' ? names.media(to.name) : to.type === 'document' ? names.address(to.address) : '';
    return name === written ? undefined : name;
  }
  const write = (url: string, isFile = false): string => {
    const [, path = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(written) ?? [];
    // An escaped destination is written again as a whole.
    const isPlain = written === link.url && path + suffix === written;
    const name = isFile ? fileUrl(url, link.form) : url;
    return isPlain ? writeDestination(name, link.form) + suffix : writeDestination(name + to.suffix, link.form);
  };
  switch (to.type) {
    case 'media': {
      const name = names.media(to.name);
      return name === to.name ? undefined : write(name, true);
    }
    case 'page': {
      const path = names.page(to.path);
      return path === to.path ? undefined : write(path);
    }
    case 'document': {
      const [from, address] = [names.address(within), names.address(to.address)];
      const path = link.url.trim().replace(/[?#].*$/s, '');
      const isUntouched = from === within && address === to.address;
      const leadsThere = (url: string): boolean => {
        const target = linkTarget(url, { from, isDocument: names.isDocument });
        return target.type === 'document' && target.address === address;
      };
      if (leadsThere(path) && (isUntouched || isExact(path, { address, from }))) return undefined;
      return write(spellings(path, { address, before: to.address, from }).find(leadsThere) ?? address);
    }
    default:
      return assertNever(to);
  }
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
