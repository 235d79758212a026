/** Runs the rules between documents on the values that they compare, of documents that were read now or by an earlier check. */
import type { Address } from '../content/document.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { KindName } from '../kinds/registry.ts';
import type { Json } from '../values/json.ts';
import type { Entity } from './broadcast.ts';
import type { BroadcastRule, Compared, ComparedContent } from './rules/rule.ts';

/** The values that each rule compares of a document, in the order of the rules. Null if the rule does not concern it. */
export type ComparedValues = readonly Json[];

export const comparedValues = (rules: readonly BroadcastRule[], entity: Entity): ComparedValues =>
  rules.map(({ compares }) => compares(entity) ?? null);

export interface ComparedDocument {
  readonly kind: KindName;
  readonly compared: ComparedValues;
}

/** `documents` are by address, in the order of their files. */
export function compareDocuments(
  rules: readonly BroadcastRule[],
  documents: ReadonlyMap<Address, ComparedDocument>,
  content: Omit<ComparedContent, 'isDocument'>,
): readonly Diagnostic[] {
  const isDocument = (address: Address): boolean => documents.has(address);
  return rules.flatMap((rule, index) => {
    const concerned: Compared<Json>[] = [];
    for (const [address, { kind, compared }] of documents) {
      const values = compared[index] ?? null;
      if (values !== null) concerned.push({ address, kind, values });
    }
    return rule.check(concerned, { ...content, isDocument });
  });
}
