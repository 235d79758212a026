/**
 * Documents of a kind may share the first part of its natural key: articles with the same title, events that start at
 * the same time. An object that matches the rest of one document's key is not a candidate for the others, in whatever
 * order they are asked. An object that matches the rest of no key is left for a person to decide.
 */
import type { Json } from '../../values/json.ts';
import { kindNamed, type KindName } from '../../kinds/registry.ts';
import type { Entity } from '../../model/broadcast.ts';
import type { RemoteRecord } from '../../model/snapshot.ts';
import { onceEach } from '../../values/once-each.ts';
import type { OpenIntent } from '../context.ts';
import { echoText, isEcho } from '../fields/echo.ts';

interface Claim {
  readonly address: string;
  readonly by: 'document' | 'intent';
  readonly valueOf: (name: string) => Json | undefined;
}

/** By the first part of the key. A document that has no complete part claims nothing. */
type Claimed = ReadonlyMap<string | undefined, readonly Claim[]>;

interface Sources {
  readonly entities: readonly Entity[];
  readonly intents: readonly OpenIntent[];
  /** The id of the object that a document was identified with, once it is known. */
  readonly idOf: (address: string) => string | undefined;
}

export class Claims {
  readonly #sources: Sources;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** True if another document has the same first part of the key. */
  isShared(entity: Entity): boolean {
    const { kind, address } = entity;
    const text = firstPart(kind, (name) => this.#valueIn(entity, name));
    const claims = this.#claims(kind).get(text) ?? [];
    return claims.some((claim) => claim.by === 'document' && claim.address !== address);
  }

  /** True if the object matches every part of the key that is given at this address. */
  isFor(address: string, record: RemoteRecord): boolean {
    return this.#holding(record).some((claim) => claim.address === address);
  }

  /** True if the object matches the key of another address instead. `by`: the addresses whose claims count. */
  isForAnother(address: string, record: RemoteRecord, by: readonly Claim['by'][]): boolean {
    const holding = this.#holding(record);
    return (
      !holding.some((claim) => claim.address === address) &&
      holding.some((claim) => claim.address !== address && by.includes(claim.by))
    );
  }

  #holding(record: RemoteRecord): readonly Claim[] {
    const { naturalKey } = kindNamed(record.kind);
    const claims = naturalKey.flatMap((names) => {
      const text = partText(names, (name) => record.fields[name]);
      return text === undefined ? [] : (this.#claims(record.kind).get(text) ?? []);
    });
    const isGiven = (value: Json | undefined): boolean => (value ?? null) !== null;
    return claims.filter(({ valueOf }) =>
      naturalKey.flat().every((name) => !isGiven(valueOf(name)) || isEcho(valueOf(name), record.fields[name])),
    );
  }

  readonly #claims = onceEach((kind: KindName): Claimed => {
    const { entities, intents } = this.#sources;
    // A file that is bound by `$id` is already identified, so it makes no claim by its key.
    const documents = entities.filter((entity) => entity.kind === kind && entity.local.id === undefined);
    const begun = intents.filter((intent) => intent.kind === kind && intent.action === 'create');
    const claims = [
      ...documents.map((entity): Claim => ({
        address: entity.address,
        by: 'document',
        valueOf: (name) => this.#valueIn(entity, name),
      })),
      ...begun.map(({ address, naturalKey }): Claim => ({
        address,
        by: 'intent',
        valueOf: (name) => naturalKey?.[name],
      })),
    ];
    return Map.groupBy(claims, ({ valueOf }) => firstPart(kind, valueOf));
  });

  #valueIn({ fields, pointers }: Entity, name: string): Json | undefined {
    const to = pointers.find(({ path }) => path.length === 1 && path[0] === name)?.to;
    return to && 'address' in to ? this.#sources.idOf(to.address) : fields[name];
  }
}

type ValueOf = Claim['valueOf'];

const firstPart = (kind: KindName, valueOf: ValueOf): string | undefined =>
  kindNamed(kind)
    .naturalKey.map((names) => partText(names, valueOf))
    .find((text) => text !== undefined);

function partText(names: readonly string[], valueOf: ValueOf): string | undefined {
  const values = names.map(valueOf);
  if (values.some((value) => (value ?? null) === null)) return undefined;
  return [...names, ...values.map(echoText)].join(' ');
}
