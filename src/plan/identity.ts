import type { BaseEntry } from '../model/base.ts';

/** Which remote object a document stands for, and how that is known. */
export type Identity =
  | { readonly type: 'managed'; readonly id: string; readonly entry: BaseEntry }
  | { readonly type: 'moved'; readonly id: string; readonly entry: BaseEntry; readonly from: string }
  /** Made by a run that did not live to write it down, perhaps in the place of an older object. */
  | { readonly type: 'made'; readonly id: string; readonly entry: BaseEntry }
  | { readonly type: 'bound'; readonly id: string }
  | { readonly type: 'twin'; readonly id: string }
  | { readonly type: 'ambiguous'; readonly ids: readonly string[] }
  | { readonly type: 'new' };
