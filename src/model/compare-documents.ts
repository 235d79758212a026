/** Runs the rules between documents on the values that they compare, of documents that were read now or by an earlier check. */
import type { Address, MediaFile } from '../content/document.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { KindName } from '../kinds/registry.ts';
import type { Json } from '../values/json.ts';
import type { Entity } from './broadcast.ts';
import type { BroadcastRule, Compared } from './rules/rule.ts';

/** The values that each rule compares of a document, by the first code of the rule. Without those that it does not have. */
export type ComparedValues = Readonly<Record<string, Json>>;

export function comparedValues(rules: readonly BroadcastRule[], entity: Entity): ComparedValues {
  const all: Record<string, Json> = {};
  for (const { codes, compares } of rules) {
    const values = compares(entity);
    if (values !== undefined) all[codes[0]!] = values;
  }
  return all;
}

export interface ComparedDocument {
  readonly kind: KindName;
  readonly compared: ComparedValues;
  readonly entity: () => Entity;
}

/** `documents` are by address, in the order of their files. */
export function compareDocuments(
  rules: readonly BroadcastRule[],
  documents: ReadonlyMap<Address, ComparedDocument>,
  media: ReadonlyMap<string, MediaFile>,
): readonly Diagnostic[] {
  const isDocument = (address: Address): boolean => documents.has(address);
  const entityAt = (address: Address): Entity => documents.get(address)!.entity();
  return rules.flatMap((rule) => {
    const concerned: Compared<Json>[] = [];
    for (const [address, { kind, compared }] of documents) {
      const values = compared[rule.codes[0]!];
      if (values !== undefined) concerned.push({ address, kind, values });
    }
    return rule.check(concerned, { isDocument, entityAt, media });
  });
}
