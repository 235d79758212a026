/**
 * Where former addresses lead. That of a document is in its `$aliases`, which also tells the next plan that the document
 * is the same; that of anything else, and of a removed document, is in `site.redirects` of the configuration.
 */
import type { Edit } from '../../content/edit/yaml.ts';
import type { FileReading } from '../../content/read-file.ts';
import type { Kind } from '../../kinds/kind.ts';
import { mayHaveAliases } from '../../model/aliases.ts';
import { isSame } from '../../values/canonical.ts';
import { keyOfPath } from '../../values/former-path.ts';
import { isObject, type Json, type JsonObject } from '../../values/json.ts';
import type { OwnContent } from './own-layers.ts';

/** A former name and the present one. */
export interface Redirected {
  /** The former address, path or file. */
  readonly from: string;
  /** The one that takes its place. */
  readonly to: string;
}

interface AliasEdits {
  readonly edits: ReadonlyMap<FileReading, readonly Edit[]>;
  readonly redirects: readonly Redirected[];
}

/** True for an address that may have been published. */
type IsCommitted = (address: string) => boolean;

export interface Former {
  readonly isCommitted: IsCommitted;
  /** False: former addresses lead nowhere. */
  readonly redirect: boolean;
}

/** The former address of each moved document, in its own file. */
export function movedAliases({ own }: OwnContent, addresses: ReadonlyMap<string, string>, former: Former): AliasEdits {
  const edits = new Map<FileReading, readonly Edit[]>();
  const redirects: Redirected[] = [];
  for (const [from, to] of addresses) {
    const readings = filesWithAliases({ own }, from);
    for (const [reading, { data, declaration }] of readings) {
      if (!mayHaveAliases(declaration)) continue;
      const before = aliasesIn(data);
      const after = aliasesAfter(before, { from, to, names: namesOf(data, declaration, { from, to }) }, former);
      if (isSame(before, after)) continue;
      edits.set(reading, [aliasEdit(after)]);
      redirects.push(...after.filter((each) => !before.includes(each)).map((each) => ({ from: each, to })));
    }
  }
  return { edits, redirects: unique(redirects) };
}

type Written = NonNullable<FileReading['document']>;

/** The lowest file of a document, and those above it that replace its list. Without a shared file, that of each target. */
function filesWithAliases(
  { own }: Pick<OwnContent, 'own'>,
  address: string,
): readonly (readonly [FileReading, Written])[] {
  const found = own.flatMap(({ target, readings }) =>
    readings.flatMap((reading) =>
      reading.document?.address === address ? [{ target, reading, document: reading.document }] : [],
    ),
  );
  const hasShared = found.some(({ target }) => target === undefined);
  return found
    .filter(({ target, document }) => !hasShared || target === undefined || Object.hasOwn(document.data, '$aliases'))
    .map(({ reading, document }) => [reading, document] as const);
}

export function aliasesIn(data: JsonObject): readonly string[] {
  const written: Json | undefined = data['$aliases'];
  return Array.isArray(written) ? written.filter((each): each is string => typeof each === 'string') : [];
}

const aliasEdit = (aliases: readonly string[]): Edit =>
  aliases.length === 0 ? { path: ['$aliases'], remove: true } : { path: ['$aliases'], value: aliases };

/** The names under which a document at an address was known: its own, and with a `$slug` that of its page. */
type Names = (address: string) => readonly string[];

export function namesOf(
  data: JsonObject,
  { page }: Kind,
  moved?: { readonly from: string; readonly to: string },
): Names {
  const slug: Json | undefined = data['$slug'];
  const isPageMoved = moved === undefined || parentOf(moved.from) !== parentOf(moved.to);
  return (address) => [address, ...(page && typeof slug === 'string' && isPageMoved ? [parentOf(address) + slug] : [])];
}

const parentOf = (address: string): string => address.slice(0, address.lastIndexOf('/') + 1);

/**
 * A move back takes the last alias away again. The address in between stays as one only if it was committed: it may have
 * been published.
 */
function aliasesAfter(
  aliases: readonly string[],
  { from, to, names }: { readonly from: string; readonly to: string; readonly names: Names },
  { redirect, isCommitted }: Former,
): readonly string[] {
  const own = names(to);
  const left = aliases.filter((alias) => !own.includes(alias));
  const isUndo = aliases.length > 0 && own.includes(aliases.at(-1)!);
  if (!redirect || (isUndo && !isCommitted(from))) return left;
  return [...left, ...names(from).filter((name) => !left.includes(name))];
}

const unique = (redirects: readonly Redirected[]): readonly Redirected[] => [
  ...new Map(redirects.map((each) => [`${each.from} ${each.to}`, each])).values(),
];

export type RedirectTable = Readonly<Record<string, string>>;

/** The table after files moved: what led to them follows, and their former paths lead there too, unless only case differs. */
export function movedInTable(
  table: RedirectTable,
  moved: readonly Redirected[],
  { follow, redirect, isCommitted }: Former & { readonly follow: (to: string) => string },
): RedirectTable {
  const after = new Map(Object.entries(table).map(([from, to]) => [from, follow(to)]));
  for (const { from, to } of moved) {
    const isUndo = table[to] === from;
    after.delete(to);
    const isOther = keyOfPath(from) !== keyOfPath(to);
    if (redirect && isOther && (!isUndo || isCommitted(from.slice(1)))) after.set(from, to);
  }
  return Object.fromEntries(after);
}

/** Nothing is left behind of a table that became empty. */
export function tableEdits(config: Json, after: RedirectTable): readonly Edit[] {
  const site = isObject(config) && isObject(config['site']) ? config['site'] : {};
  if (Object.keys(after).length > 0) return [{ path: ['site', 'redirects'], value: after }];
  const isAlone = Object.keys(site).every((key) => key === 'redirects');
  return [{ path: isAlone ? ['site'] : ['site', 'redirects'], remove: true }];
}
