/** The objects on the target that have no file, and the addresses that their files will get. */
import type { Address } from '../content/document.ts';
import { fileKinds, kindNamed, type KindName } from '../kinds/registry.ts';
import { siteAddress } from '../model/site-paths.ts';
import { replacedBy } from '../model/base.ts';
import type { RemoteRecord } from '../model/snapshot.ts';
import type { PlanInput } from '../plan/context.ts';
import { candidatesOf, objectKey } from '../plan/identity/identity.ts';
import type { Proposing, Sides } from './proposing.ts';
import { slugify } from '../content/placement.ts';
import type { JsonObject } from '../values/json.ts';

export interface Unmanaged {
  readonly address: Address;
  readonly record: RemoteRecord;
}

/**
 * Only kinds that were read completely: an object missing from a list may be one that has a file. The entries of a source have
 * keys of its own, so those that could be read are new or not, whatever the others are.
 */
export function unmanagedObjects({ input, sides, environment, refusals, source }: Proposing): readonly Unmanaged[] {
  const { snapshot, base, broadcast, choices } = input;
  const claimed = claimedObjects(input, sides);
  const taken = new Set([
    ...broadcast.entities.keys(),
    ...[...broadcast.entities.values()].map(siteAddress),
    ...base.entries.keys(),
  ]);
  const found: Unmanaged[] = [];
  for (const { name: kind } of fileKinds) {
    const reading = snapshot.kinds.get(kind);
    if (!reading || reading.type === 'unreadable' || (reading.type === 'unknown' && !source)) continue;
    for (const record of reading.records.values()) {
      if (claimed.has(objectKey(kind, record.id)) || refusals.isRefused(kind, record.id)) continue;
      if (record.unclear !== undefined || (kind === 'broadcast' && taken.has('broadcast'))) continue;
      const address = newAddress(record, (each) => taken.has(each) || environment.elsewhere(each).length > 0);
      if (!choices.only(address)) continue;
      taken.add(address);
      found.push({ address, record });
    }
  }
  return found;
}

/** Objects that are managed, about to be adopted, possibly described by a file, or just deleted by us. */
function claimedObjects({ base, broadcast }: PlanInput, { identities, orphans }: Sides): ReadonlySet<string> {
  const claimed = new Set<string>();
  for (const entry of [...base.entries.values(), ...orphans.values()]) {
    for (const id of [entry.id, ...replacedBy(entry)]) claimed.add(objectKey(entry.kind, id));
  }
  for (const [address, identity] of identities) {
    const { kind } = broadcast.entities.get(address)!;
    for (const id of candidatesOf(identity)) claimed.add(objectKey(kind, id));
  }
  for (const id of base.deleted?.keys() ?? []) for (const { name } of fileKinds) claimed.add(objectKey(name, id));
  return claimed;
}

/** A title of many words would make a name that is too long to read. */
const LONGEST = 60;

const RESERVED = /^(?:con|prn|aux|nul|conin|conout|com\d|lpt\d)$/;

const NAMING_FIELDS = ['title', 'name', 'fontFamily', 'url', 'mediaUrl', 'type'];

/** An unused address. The caller records that it is now taken. */
export function newAddress(
  { kind, fields, slug: own }: Pick<RemoteRecord, 'kind' | 'fields' | 'slug'>,
  isTaken: (address: string) => boolean,
): string {
  const { folder, single } = kindNamed(kind);
  if (single) return kind;
  const slug = own?.split('/').map(slugify).join('/') ?? slugOf(kind, fields);
  for (let number = 1; ; number++) {
    const address = `${folder}/${number === 1 ? slug : `${slug}-${number}`}`;
    if (!isTaken(address)) return address;
  }
}

function slugOf(kind: KindName, fields: JsonObject): string {
  const name = NAMING_FIELDS.map((field) => fields[field]).find((value) => typeof value === 'string' && value !== '');
  const slug = slugify(spelledOut(readable(kind, String(name ?? ''))));
  // Windows reserves this name, with any extension: nobody could check out the repository there.
  if (RESERVED.test(slug)) return `${slug}-${slugify(kindNamed(kind).title)}`;
  // It has no characters that an address allows: the name of the kind is better than no name.
  if (slug === 'untitled') return slugify(kindNamed(kind).title);
  return slug.length <= LONGEST
    ? slug
    : slug
        .slice(0, LONGEST + 1)
        .replace(/-[^-]*$/, '')
        .slice(0, LONGEST);
}

/** The part of a URL that distinguishes it from others. */
function readable(kind: KindName, name: string): string {
  const withoutScheme = name.replace(/^https?:\/\//i, '');
  if (kind !== 'media') return withoutScheme;
  const file =
    withoutScheme
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) ?? '';
  return file.replace(/\.[^.]+$/, '').replace(/%[0-9a-f]{2}/gi, ' ');
}

/** Letters that do not decompose into a letter with an accent and would be lost: les-s-urs for Les sœurs. */
const SPELLED_OUT: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
};

const spelledOut = (name: string): string =>
  name.toLowerCase().replace(/[œæßøłđðþ]/g, (letter) => SPELLED_OUT[letter]!);
