import type { BaseEntry } from '../../model/base.ts';

/** The remote object of a document, and how it was identified. */
export type Identity =
  | { readonly type: 'managed'; readonly id: string; readonly entry: BaseEntry }
  | { readonly type: 'moved'; readonly id: string; readonly entry: BaseEntry; readonly from: string }
  /** Created by a run that was killed before it could record it, perhaps to replace older objects. */
  | { readonly type: 'made'; readonly id: string; readonly entry: BaseEntry }
  /** Its object was deleted, and somebody made it again: another object has its natural key. */
  | { readonly type: 'recreated'; readonly id: string; readonly entry: BaseEntry }
  | { readonly type: 'bound'; readonly id: string }
  | { readonly type: 'twin'; readonly id: string }
  | { readonly type: 'ambiguous'; readonly ids: readonly string[] }
  /** No object has its natural key, but one has a text that is the start of ours, or the same place and time. */
  | { readonly type: 'lookalike'; readonly ids: readonly string[]; readonly how: 'cut' | 'same-slot' }
  /** Its `$id` names the object of another document. */
  | { readonly type: 'taken'; readonly object: string; readonly by: string }
  | { readonly type: 'new' };
