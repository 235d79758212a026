/**
 * Where former addresses lead. That of a document that moved is in its `$aliases`, which also shows the next plan that it is
 * the same document. That of anything else is in `site.redirects` of the configuration: a document that replaces a removed
 * one is not the same object.
 */
import type { Edit } from '../../content/edit/yaml.ts';
import type { FileReading } from '../../content/read-file.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { mayHaveAliases } from '../../model/aliases.ts';
import type { Entity } from '../../model/broadcast.ts';
import { isSame } from '../../values/canonical.ts';
import { keyOfPath } from '../../values/former-path.ts';
import type { Json, JsonObject } from '../../values/json.ts';
import type { ContentChange } from './content-change.ts';
import type { NamesAfter } from './names-after.ts';
import type { OwnContent } from './own-layers.ts';

/** A former name and the present one. */
export interface Redirected {
  /** The former address, path or file. */
  readonly from: string;
  /** The one that takes its place. */
  readonly to: string;
}

/** `site.redirects` of the configuration. */
export type RedirectTable = Readonly<Record<string, string>>;

export interface KeepingFormer {
  readonly table: RedirectTable;
  /** False: the former addresses of what moves lead nowhere. */
  readonly redirect: boolean;
  /** Where the addresses of what goes lead: an address, or a path of the site. */
  readonly redirectTo?: string | undefined;
  /** True for the address of a document or the path of a media file that the last commit has: it may be published. */
  readonly isCommitted: (name: string) => boolean;
}

export interface FormerNames {
  readonly aliases: ReadonlyMap<FileReading, readonly Edit[]>;
  readonly redirects: readonly Redirected[];
  /** `site.redirects` afterwards. */
  readonly table: RedirectTable;
  /** Entries of the table that lead to something that goes. */
  readonly deadEntries: readonly (readonly [from: string, to: string])[];
}

interface Keeping extends KeepingFormer {
  readonly names: NamesAfter;
  readonly entities: readonly Entity[];
}

export function formerNames(content: OwnContent, change: ContentChange, keeping: Keeping): FormerNames {
  const aliases = new Map<FileReading, readonly Edit[]>();
  const redirects = new Map<string, Redirected>();
  const note = (from: string, to: string): void => void redirects.set(`${from} ${to}`, { from, to });
  for (const [from, to] of change.addresses) {
    if (to === undefined) continue;
    for (const [reading, document] of filesWithAliases(content, from)) {
      const before = aliasesIn(document.data);
      const after = aliasesAfter(document, { from, to }, keeping);
      if (isSame(before, after)) continue;
      aliases.set(reading, [
        after.length === 0 ? { path: ['$aliases'], remove: true } : { path: ['$aliases'], value: after },
      ]);
      for (const each of after) if (!before.includes(each)) note(each, to);
    }
  }
  const followed = Object.entries(keeping.table).map(([from, to]) => [from, to, keeping.names.targetOf(to)] as const);
  const table = new Map(followed.map(([from, to, now]) => [from, now ?? to]));
  for (const { from, to } of [...movedMedia(change, table, keeping), ...removedNames(change, keeping)]) {
    table.set(from, to);
    if (keeping.table[from] !== to) note(from, to);
  }
  const deadEntries = followed.flatMap(([from, to, now]) => (now === undefined ? [[from, to] as const] : []));
  return { aliases, redirects: [...redirects.values()], table: Object.fromEntries(table), deadEntries };
}

type Written = NonNullable<FileReading['document']>;

/** The lowest file of a document, and those above it that replace its list. Without a shared file, that of each target. */
function filesWithAliases({ own }: OwnContent, address: string): readonly (readonly [FileReading, Written])[] {
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

const parentOf = (address: string): string => address.slice(0, address.lastIndexOf('/') + 1);

/** The names under which a document was known at an address: its own, and with a `$slug` that of its page. */
function namesAt(address: string, { data, declaration }: Pick<Written, 'data' | 'declaration'>): readonly string[] {
  const slug: Json | undefined = data['$slug'];
  return [address, ...(declaration.page && typeof slug === 'string' ? [parentOf(address) + slug] : [])];
}

/**
 * A move back takes the last alias away again. The address in between stays as one only if it was committed: it may have
 * been published. An entry then keeps its present address before it, as the older one.
 */
function aliasesAfter(
  document: Written,
  { from, to }: Redirected,
  { redirect, isCommitted }: KeepingFormer,
): readonly string[] {
  const aliases = aliasesIn(document.data);
  if (!mayHaveAliases(document.declaration)) {
    refuseSecondOwner({ from, to }, isCommitted);
    return aliases;
  }
  const isPageMoved = parentOf(from) !== parentOf(to);
  const [before, now] = [from, to].map((each) => namesAt(each, document).slice(0, isPageMoved ? 2 : 1));
  if (!redirect) refuseSecondOwner({ from, to }, isCommitted);
  const isUndo = aliases.length > 0 && now!.includes(aliases.at(-1)!);
  const after = !redirect || (isUndo && !isCommitted(from)) ? aliases : [...new Set([...aliases, ...before!])];
  const { programme } = document.declaration.page ?? {};
  return after.filter((alias) => !now!.includes(alias) || (programme && alias !== after.at(-1)));
}

/** Without an alias, the next plan would take the document for the one that the last commit has at its new address. */
function refuseSecondOwner({ from, to }: Redirected, isCommitted: KeepingFormer['isCommitted']): void {
  if (!isCommitted(from) || !isCommitted(to)) return;
  throw new UserError(`${to} is another document in the last commit, and ${from} would be mistaken for it`, {
    suggestion: 'choose another name, or commit and sync the removal of that one first',
  });
}

/** The former paths of media files, unless only case differs, or the move goes back to a name that led here. */
function movedMedia(
  { media }: ContentChange,
  table: Map<string, string>,
  { table: before, redirect, isCommitted }: KeepingFormer,
): readonly Redirected[] {
  return [...media].flatMap(([name, now]) => {
    if (now === undefined) return [];
    const [from, to] = [`/${name}`, `/${now}`];
    table.delete(to);
    const isUndo = before[to] === from && !isCommitted(name);
    return redirect && !isUndo && keyOfPath(from) !== keyOfPath(to) ? [{ from, to }] : [];
  });
}

/** A picture cannot lead to a page, nor a page to a picture. */
function removedNames(
  { addresses, media }: ContentChange,
  { redirectTo: to, entities }: Keeping,
): readonly Redirected[] {
  if (to === undefined) return [];
  if (to.startsWith('/media/')) return [...media.keys()].map((name) => ({ from: `/${name}`, to }));
  const gone = entities.filter(
    ({ address, document }) => addresses.has(address) && mayHaveAliases(document.declaration),
  );
  const former = gone.flatMap(({ address, document }) => [...namesAt(address, document), ...aliasesIn(document.data)]);
  return [...new Set(former)].map((from) => ({ from, to }));
}
