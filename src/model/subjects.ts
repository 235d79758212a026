/** What the check of a document asked of others, so that it is made again when one of the answers changed. */
import type { Address } from '../content/document.ts';
import type { KindName } from '../kinds/registry.ts';
import { digest } from '../values/digest.ts';
import { assertNever } from '../diagnostics/errors.ts';
import type { Fact, Facts, Library } from './library.ts';

type Subject =
  | { readonly type: 'document'; readonly address: Address }
  | { readonly type: 'media'; readonly name: string }
  | { readonly type: 'page'; readonly path: string }
  | { readonly type: 'every-document'; readonly kind: KindName }
  | { readonly type: 'every-media' | 'every-page' | 'every-year' };

/** Equal for equal subjects only: a type contains no space. */
export type SubjectKey = string & { readonly subject: unique symbol };

export function keyOf(subject: Subject): SubjectKey {
  return `${subject.type} ${nameOf(subject)}` as SubjectKey;
}

function nameOf(subject: Subject): string {
  switch (subject.type) {
    case 'document':
      return subject.address;
    case 'media':
      return subject.name;
    case 'page':
      return subject.path;
    case 'every-document':
      return subject.kind;
    case 'every-media':
    case 'every-page':
    case 'every-year':
      return '';
    default:
      return assertNever(subject);
  }
}

/** The answer to a recorded question, as a text that is equal for equal answers. */
export function answerTo(key: SubjectKey, library: Library): string {
  const type = key.slice(0, key.indexOf(' ')) as Subject['type'];
  const name = key.slice(type.length + 1);
  switch (type) {
    case 'document':
      return JSON.stringify(library.factOf(name) ?? null);
    case 'media':
      return String(library.hasMedia(name));
    case 'page':
      return String(library.hasPage(name));
    case 'every-document':
      return digest(library.addressesOf(name as KindName).join('\n'));
    case 'every-media':
      return digest(library.mediaNames().join('\n'));
    case 'every-page':
      return digest(library.pages().join('\n'));
    case 'every-year':
      return yearsText(library.years());
    default:
      return assertNever(type);
  }
}

/** A library that records what it was asked for. */
export function observedLibrary(library: Library, record: (key: SubjectKey) => void): Library {
  const note = (subject: Subject): void => record(keyOf(subject));
  return {
    factOf(address) {
      note({ type: 'document', address });
      return library.factOf(address);
    },
    hasMedia(name) {
      note({ type: 'media', name });
      return library.hasMedia(name);
    },
    hasPage(path) {
      note({ type: 'page', path });
      return library.hasPage(path);
    },
    addressesOf(kind) {
      note({ type: 'every-document', kind });
      return library.addressesOf(kind);
    },
    addressBySlug(kind, slug) {
      note({ type: 'every-document', kind });
      return library.addressBySlug(kind, slug);
    },
    mediaNames() {
      note({ type: 'every-media' });
      return library.mediaNames();
    },
    years() {
      note({ type: 'every-year' });
      return library.years();
    },
    pages() {
      note({ type: 'every-page' });
      return library.pages();
    },
    kinds: library.kinds,
    settings: library.settings,
  };
}

/** Subjects whose answer is not the same before and after. */
export function changedSubjects(before: Facts, after: Facts): ReadonlySet<SubjectKey> {
  const changed: Subject[] = [];
  for (const address of new Set([...before.documents.keys(), ...after.documents.keys()])) {
    const facts = [before.documents.get(address), after.documents.get(address)] as const;
    if (isSameFact(...facts)) continue;
    changed.push({ type: 'document', address });
    for (const fact of facts) if (fact?.type === 'document') changed.push({ type: 'every-document', kind: fact.kind });
  }
  const media = inOneOnly(before.media, after.media);
  const pages = inOneOnly(before.pages, after.pages);
  for (const name of media) changed.push({ type: 'media', name });
  for (const path of pages) changed.push({ type: 'page', path });
  if (media.length > 0) changed.push({ type: 'every-media' });
  if (pages.length > 0) changed.push({ type: 'every-page' });
  if (yearsText(before.years) !== yearsText(after.years)) changed.push({ type: 'every-year' });
  return new Set(changed.map(keyOf));
}

const yearsText = (years: Facts['years']): string =>
  [...years]
    .sort(([a], [b]) => a - b)
    .map((each) => each.join('×'))
    .join();

const inOneOnly = (one: ReadonlySet<string>, other: ReadonlySet<string>): readonly string[] => [
  ...[...one].filter((name) => !other.has(name)),
  ...[...other].filter((name) => !one.has(name)),
];

function isSameFact(one: Fact | undefined, other: Fact | undefined): boolean {
  if (one?.type !== other?.type) return false;
  if (one?.type === 'document' && other?.type === 'document')
    return one.kind === other.kind && one.hidden === other.hidden && one.alt === other.alt;
  if (one?.type === 'elsewhere' && other?.type === 'elsewhere') return one.targets.join() === other.targets.join();
  return true;
}
