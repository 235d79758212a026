/**
 * Entries of a source whose keys may change although they are the same: a row without a key of its own, whose key is its title
 * and its start; one of several times of an entry, whose key numbers them; and a person whose key has the name because others have
 * the same id. They keep the key that the base has for them if it is clear which entry each one was.
 */
import { count } from '../../diagnostics/count.ts';
import { uniqueId } from '../../import/source.ts';
import { kindNamed, type KindName } from '../../kinds/registry.ts';
import type { Base } from '../../model/base.ts';
import type { KindReading, RemoteRecord, Snapshot } from '../../model/snapshot.ts';
import { digestOf } from '../../plan/fields/secrets.ts';
import { walkFields } from '../../kinds/walk.ts';
import { formatPath, withValueAt, type JsonObject } from '../../values/json.ts';
import { leafAt } from '../../values/leaves.ts';

interface Known {
  readonly snapshot: Snapshot;
  readonly notes: readonly string[];
}

export function withKnownKeys(snapshot: Snapshot, base: Base, digest: (text: string) => string): Known {
  let unclear = 0;
  const keys = new Map<string, string>();
  for (const [kind, reading] of snapshot.kinds) {
    if (reading.type === 'unreadable') continue;
    const groups = Map.groupBy(reading.records.values(), ({ keyGroup }) => keyGroup);
    const hasGroup = (id: string): boolean => groups.has(id.slice(uniqueId(kind, '').length));
    const entries = [...base.entries.values()].filter((entry) => entry.kind === kind);
    const known = entries.map(({ id, leaves }) => candidate(kind, id, (name) => leaves[name]?.answered, digest));
    const byGroup = Map.groupBy(known, ({ id }) => (hasGroup(id) ? id : id.replace(/\/\d+$| \| .*$/s, '')));
    for (const [group, members] of groups) {
      const before = group === '' ? known : (byGroup.get(uniqueId(kind, group ?? '')) ?? []);
      if (group === undefined || before.length === 0) continue;
      const found = members.map(({ id, fields }) =>
        candidate(kind, id, (name) => digestOf(leafAt(fields, name), { digest }), digest),
      );
      const isNumbered = group !== '' && kindNamed(kind).page?.programme !== undefined;
      const matching = new Matching(before, found);
      if (isNumbered) {
        matching.pair(({ start, where }) => `${start} ${where}`);
        matching.pair(({ start }) => start);
        matching.pairInOrder();
      } else if (group !== '') {
        matching.pair(({ title }) => title);
        // The id alone says nothing if others have it too.
        matching.pair(({ id, title }) => (id === uniqueId(kind, group) ? title : id));
        if (before.length === 1 && found.length === 1) matching.pairInOrder();
      } else {
        matching.pair(({ title, start }) => `${title} ${start}`);
        matching.pair(({ id }) => id);
        // What is missing from an incomplete list may be one of them.
        if (reading.type === 'read') {
          unclear += matching.pair(({ title }) => title, 'setAside');
          matching.pair(({ start, where }) => `${start} ${where}`);
        }
      }
      for (const { id } of members) keys.set(id, matching.keyOf(id, isNumbered ? uniqueId(kind, group) : id));
    }
  }
  const keyed = ([kind, reading]: readonly [KindName, KindReading]): readonly [KindName, KindReading] => {
    if (reading.type === 'unreadable') return [kind, reading];
    const records = [...reading.records.values()].map((record) => withKeys(record, keys));
    return [kind, { ...reading, records: new Map(records.map((record) => [record.id, record])) }];
  };
  const kinds = new Map([...snapshot.kinds].map(keyed));
  const note = `${count(unclear, 'entry')} could be one of several that have vanished, so they count as new: name a column that identifies each row as \`key\` in the mapping`;
  return { snapshot: { ...snapshot, kinds }, notes: unclear === 0 ? [] : [note] };
}

/** Its id, and what else it may be recognised by, as digests. */
interface Candidate {
  readonly id: string;
  readonly title: string;
  readonly start: string;
  readonly where: string;
}

function candidate(
  kind: KindName,
  id: string,
  valueOf: (leaf: string) => string | undefined,
  digest: (text: string) => string,
): Candidate {
  const { title = 'title', programme } = kindNamed(kind).page ?? {};
  const at = (leaf = ''): string => valueOf(leaf) ?? digestOf(undefined, { digest });
  return { id, title: at(title), start: at(formatPath(programme?.start ?? [])), where: at(programme?.where) };
}

class Matching {
  readonly #keys = new Map<string, string>();
  readonly #taken: Set<string>;
  #known: readonly Candidate[];
  #found: readonly Candidate[];

  constructor(known: readonly Candidate[], found: readonly Candidate[]) {
    this.#taken = new Set(known.map(({ id }) => id));
    this.#known = known;
    this.#found = found;
  }

  /** Those of which both sides have exactly one. Returns the number of entries for which there are several. */
  pair(look: (each: Candidate) => string, unclear: 'setAside' | 'left' = 'left'): number {
    const before = Map.groupBy(this.#known, look);
    const now = Map.groupBy(this.#found, look);
    const both = [...now].filter(([key]) => before.has(key));
    const several = both.filter(([key, found]) => found.length > 1 || before.get(key)!.length > 1);
    for (const [key, [found]] of both.filter((each) => !several.includes(each)))
      this.#keys.set(found!.id, before.get(key)![0]!.id);
    const done = new Set(
      (unclear === 'left' ? both.filter((each) => !several.includes(each)) : both).map(([key]) => key),
    );
    this.#known = this.#known.filter((each) => !done.has(look(each)));
    this.#found = this.#found.filter((each) => !done.has(look(each)));
    return several.flatMap(([, found]) => found).length;
  }

  pairInOrder(): void {
    const known = this.#known.toSorted((one, other) => one.id.localeCompare(other.id, 'en', { numeric: true }));
    for (const [index, { id }] of this.#found.slice(0, known.length).entries()) this.#keys.set(id, known[index]!.id);
  }

  /** The key that an entry had, or one that no entry has. */
  keyOf(id: string, stem: string): string {
    const known = this.#keys.get(id);
    if (known !== undefined) return known;
    for (let number = 1; ; number++) {
      const key = number === 1 ? stem : `${stem}/${number}`;
      if (this.#taken.has(key)) continue;
      this.#taken.add(key);
      return key;
    }
  }
}

function withKeys(record: RemoteRecord, keys: ReadonlyMap<string, string>): RemoteRecord {
  const bare = (key: string): string => key.slice(uniqueId(record.kind, '').length);
  const id = keys.get(record.id) ?? record.id;
  const isNamed = record.fields['_reference'] === bare(record.id);
  const { fields } = withPointers(record, (_, pointed) => keys.get(pointed));
  return { ...record, id, fields: isNamed ? { ...fields, _reference: bare(id) } : fields };
}

/** The record with other ids where `idAt` has one for a pointer to one of these kinds. */
export function withPointers<R extends { readonly kind: KindName; readonly fields: JsonObject }>(
  record: R,
  idAt: (kinds: readonly KindName[], id: string) => string | undefined,
): R {
  let { fields } = record;
  walkFields(kindNamed(record.kind), fields, ({ schema, value, path }) => {
    const pointed = schema['x-pointer'] as readonly KindName[] | undefined;
    const id = pointed && typeof value === 'string' ? idAt(pointed, value) : undefined;
    if (id !== undefined) fields = withValueAt(fields, path, id);
  });
  return { ...record, fields };
}
