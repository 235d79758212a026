import type { BaseEntry } from '../../model/base.ts';

/** Objects that may be a document's. `how`: what they have in common, if it is not the natural key or the values. */
export interface Resemblance {
  readonly ids: readonly string[];
  readonly how?: 'cut' | 'same-slot';
}

/** The remote object of a document, and how it was identified. `alike`: its object is gone, and these may be it. */
export type Identity =
  | { readonly type: 'managed'; readonly id: string; readonly entry: BaseEntry; readonly alike?: Resemblance }
  | {
      readonly type: 'moved';
      readonly id: string;
      readonly entry: BaseEntry;
      readonly from: string;
      readonly alike?: Resemblance;
    }
  /** Created by a run that was killed before it could record it, perhaps to replace older objects. */
  | { readonly type: 'made'; readonly id: string; readonly entry: BaseEntry }
  /** Its object was deleted, and somebody made it again: another object has its natural key. */
  | { readonly type: 'recreated'; readonly id: string; readonly entry: BaseEntry }
  | { readonly type: 'bound'; readonly id: string }
  | { readonly type: 'twin'; readonly id: string }
  | { readonly type: 'ambiguous'; readonly ids: readonly string[] }
  /** No object has its natural key, but one has a text that is the start of ours, or the same place and time. */
  | ({ readonly type: 'lookalike' } & Required<Resemblance>)
  /** Its `$id` names the object of another document. */
  | { readonly type: 'taken'; readonly object: string; readonly by: string }
  | { readonly type: 'new' };

/** The object that a document has, and those that may be it. */
export function candidatesOf(identity: Identity): readonly string[] {
  const alike = 'alike' in identity ? (identity.alike?.ids ?? []) : [];
  if ('id' in identity) return [identity.id, ...alike];
  return 'ids' in identity ? identity.ids : [];
}
