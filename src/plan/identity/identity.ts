import type { BaseEntry } from '../../model/base.ts';

/** Which remote object a document stands for, and how that is known. */
export type Identity =
  | { readonly type: 'managed'; readonly id: string; readonly entry: BaseEntry }
  | { readonly type: 'moved'; readonly id: string; readonly entry: BaseEntry; readonly from: string }
  /** Made by a run that did not live to write it down, perhaps in the place of older objects. */
  | { readonly type: 'made'; readonly id: string; readonly entry: BaseEntry }
  | { readonly type: 'bound'; readonly id: string }
  | { readonly type: 'twin'; readonly id: string }
  | { readonly type: 'ambiguous'; readonly ids: readonly string[] }
  /** Nothing has its natural key, but one text is the beginning of ours, or it is in the same place at the same time. */
  | { readonly type: 'lookalike'; readonly ids: readonly string[]; readonly how: 'cut' | 'same-slot' }
  | { readonly type: 'new' };
