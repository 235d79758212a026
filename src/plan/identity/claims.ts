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

type ValueOf = (name: string) => Json | undefined;

interface Claim {
  readonly address: string;
  readonly by: 'document' | 'intent';
  readonly valueOf: ValueOf;
}

/** `idOf`: the id of the object that a document was identified with, once it is known. */
export function keyClaims(
  entities: readonly Entity[],
  intents: readonly OpenIntent[],
  idOf: (address: string) => string | undefined,
) {
  const valueIn = ({ fields, pointers }: Entity, name: string): Json | undefined => {
    const to = pointers.find(({ path }) => path.length === 1 && path[0] === name)?.to;
    return to && 'address' in to ? idOf(to.address) : fields[name];
  };

  /** By the first part of the key. A document that has no complete part claims nothing. */
  const claimsOn = onceEach((kind: KindName) => {
    // A file that is bound by `$id` is already identified, so it makes no claim by its key.
    const documents = entities.filter((entity) => entity.kind === kind && entity.local.id === undefined);
    const begun = intents.filter((intent) => intent.kind === kind && intent.action === 'create');
    const claims: readonly Claim[] = [
      ...documents.map((entity) => ({
        address: entity.address,
        by: 'document' as const,
        valueOf: (name: string) => valueIn(entity, name),
      })),
      ...begun.map(({ address, naturalKey }) => ({
        address,
        by: 'intent' as const,
        valueOf: (name: string) => naturalKey?.[name],
      })),
    ];
    return Map.groupBy(claims, ({ valueOf }) => firstPart(kind, valueOf));
  });

  const holding = ({ kind, fields }: RemoteRecord): readonly Claim[] => {
    const { naturalKey } = kindNamed(kind);
    const claims = naturalKey.flatMap((names) => {
      const text = keyText(names, (name) => fields[name]);
      return text === undefined ? [] : (claimsOn(kind).get(text) ?? []);
    });
    const isGiven = (value: Json | undefined): boolean => (value ?? null) !== null;
    return claims.filter(({ valueOf }) =>
      naturalKey.flat().every((name) => !isGiven(valueOf(name)) || isEcho(valueOf(name), fields[name])),
    );
  };

  return {
    /** True if the object matches every part of the key that is given at this address. */
    isFor: (address: string, record: RemoteRecord): boolean =>
      holding(record).some((claim) => claim.address === address),
    /** True if the object matches the key of another address instead. `by`: the addresses whose claims count. */
    isForAnother: (address: string, record: RemoteRecord, by: readonly Claim['by'][]): boolean => {
      const claims = holding(record);
      return claims.every((claim) => claim.address !== address) && claims.some((claim) => by.includes(claim.by));
    },
    /** True if another document has the same first part of the key. */
    isShared: (entity: Entity): boolean => {
      const claims = claimsOn(entity.kind).get(firstPart(entity.kind, (name) => valueIn(entity, name)));
      return claims?.some((claim) => claim.by === 'document' && claim.address !== entity.address) ?? false;
    },
  };
}

const firstPart = (kind: KindName, valueOf: ValueOf): string | undefined =>
  kindNamed(kind)
    .naturalKey.map((names) => keyText(names, valueOf))
    .find((text) => text !== undefined);

/** Equal for the values of a part of a key and for their echoes; undefined unless all of them are given. */
export function keyText(names: readonly string[], valueOf: ValueOf): string | undefined {
  const values = names.map(valueOf);
  if (values.some((value) => (value ?? null) === null)) return undefined;
  return [...names, ...values.map(echoText)].join(' ');
}
