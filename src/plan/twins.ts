/** Unmanaged objects of the target, to be recognised by the natural key of their kind. */
import type { Json } from '../diagnostics/json.ts';
import { kindNamed, type KindName } from '../kinds/registry.ts';
import type { Entity } from '../model/broadcast.ts';
import type { RemoteRecord } from '../model/snapshot.ts';
import { canonical } from './canonical.ts';
import type { PlanInput, Unfinished } from './context.ts';
import { wireFields } from './desired.ts';
import { echoText } from './echo.ts';
import type { Identity } from './identity.ts';

type Twin = Extract<Identity, { type: 'twin' | 'ambiguous' | 'new' }>;
type Index = ReadonlyMap<string, readonly RemoteRecord[]>;

export class Twins {
  readonly #input: PlanInput;
  readonly #identities: ReadonlyMap<string, Identity>;
  /** Ids that belong to a document already. */
  readonly #taken: Set<string>;
  readonly #indexes = new Map<string, Index>();

  constructor(entities: readonly Entity[], identities: ReadonlyMap<string, Identity>, input: PlanInput) {
    this.#input = input;
    this.#identities = identities;
    this.#taken = new Set([
      ...[...input.base.entries.values()].flatMap(({ id, replaces }) => [id, replaces ?? id]),
      ...entities.flatMap(({ local }) => local.id ?? []),
    ]);
  }

  /** The one unmanaged object that a document describes. It is taken from then on. */
  of(entity: Entity): Twin {
    let candidates: readonly RemoteRecord[] = [];
    const { naturalKey, fields } = kindNamed(entity.kind);
    for (const names of naturalKey) {
      const key = this.#keyOf(entity, names);
      // A key that the file does not give recognises nothing, and narrows nothing down.
      if (key === undefined) continue;
      const matching =
        candidates.length > 0
          ? candidates.filter((record) => keyText(names.map((name) => record.fields[name])) === key)
          : (this.#index(entity.kind, names).get(key) ?? []).filter(({ id }) => !this.#taken.has(id));
      candidates = matching.length === 0 ? candidates : matching;
      if (candidates.length === 1) {
        this.#taken.add(candidates[0]!.id);
        return { type: 'twin', id: candidates[0]!.id };
      }
      // Every object has what is required: one that differs there is another, whatever else is the same.
      if (candidates.length === 0 && names.every((name) => fields[name]?.required)) break;
    }
    return candidates.length === 0 ? { type: 'new' } : { type: 'ambiguous', ids: candidates.map(({ id }) => id) };
  }

  /** The one unmanaged object with the natural key that was sent, whatever the file says by now. It is taken then. */
  sentAs({ kind, leaves }: Unfinished): string | undefined {
    const { digest } = this.#input;
    const names = kindNamed(kind)
      .naturalKey.flat()
      .filter((name) => leaves[name] !== undefined);
    const found = this.#records(kind).filter(
      ({ id, fields }) =>
        !this.#taken.has(id) && names.every((name) => digest(canonical(fields[name])) === leaves[name]),
    );
    if (names.length === 0 || found.length !== 1) return undefined;
    this.#taken.add(found[0]!.id);
    return found[0]!.id;
  }

  #keyOf(entity: Entity, names: readonly string[]): string | undefined {
    const values = names.map((name) => this.#keyValue(entity, name));
    return values.some((value) => (value ?? null) === null) ? undefined : keyText(values);
  }

  #keyValue(entity: Entity, name: string): Json | undefined {
    const to = entity.pointers.find(({ path }) => path.length === 1 && path[0] === name)?.to;
    // A media document need not say the URL that it is recognised by.
    if (!to || 'id' in to) return entity.fields[name] ?? wireFields(entity, this.#input)[name];
    const identity = this.#identities.get(to.address);
    return identity && 'id' in identity ? identity.id : undefined;
  }

  #index(kind: KindName, names: readonly string[]): Index {
    const of = `${kind} ${names.join(' ')}`;
    const index =
      this.#indexes.get(of) ??
      Map.groupBy(this.#records(kind), ({ fields }) => keyText(names.map((name) => fields[name])));
    this.#indexes.set(of, index);
    return index;
  }

  #records(kind: KindName): readonly RemoteRecord[] {
    const reading = this.#input.snapshot.kinds.get(kind);
    return reading && 'records' in reading ? [...reading.records.values()] : [];
  }
}

const keyText = (values: readonly (Json | undefined)[]): string => values.map(echoText).join();
