/**
 * What clients asked of a service and what they were answered. A document has two fields, so that a change of one shows
 * whether it undoes a change of the other. No text is ever written twice: a value names the request that wrote it.
 */
export const FIELDS = ['title', 'text'] as const;
export type Field = (typeof FIELDS)[number];
export type Values = Readonly<Record<Field, string>>;

export interface Document {
  readonly id: string;
  readonly createdAt: string;
  readonly values: Values;
}

export type Surface = 'A' | 'B';

export type Action =
  | { readonly does: 'create'; readonly values: Values; readonly idempotencyKey?: string | undefined }
  | {
      readonly does: 'update';
      readonly id: string;
      readonly changes: Partial<Values>;
      readonly ifMatch?: Values | undefined;
    }
  | { readonly does: 'delete'; readonly id: string; readonly ifMatch?: Values | undefined }
  | { readonly does: 'read'; readonly id: string }
  | { readonly does: 'list'; readonly limit: number; readonly after?: string | undefined };

export type Result =
  /** A change that was made, or a document that was read. */
  | { readonly is: 'ok'; readonly document?: Document }
  | { readonly is: 'listed'; readonly documents: readonly Document[]; readonly total: number }
  | { readonly is: 'gone' }
  /** An If-Match named another version. */
  | { readonly is: 'changed' }
  /** Certainly not made. */
  | { readonly is: 'refused' }
  /** No answer, or one that does not say: it may be made at any time from then on. */
  | { readonly is: 'unknown' };

export interface Operation<A extends Action = Action> {
  readonly client: number;
  /** Documents of one collection are in the same lists. */
  readonly collection: string;
  readonly surface: Surface;
  readonly action: A;
  /** Milliseconds of one clock. */
  readonly invoked: number;
  readonly completed: number;
  readonly result: Result;
}

export type History = readonly Operation[];

export interface Violation {
  readonly kind:
    /** An acknowledged change is gone. */
    | 'lost-write'
    /** A change was made to another version than its If-Match names. */
    | 'stale-condition'
    | 'doubled-create'
    | 'unordered-list'
    | 'incomplete-list'
    | 'wrong-total'
    /** A value was seen again after the one that replaced it. */
    | 'backwards-read'
    /** A value that nobody wrote, or whose write was refused or had not begun. */
    | 'unexplained-value'
    /** A change was refused though its If-Match names the version that was there all the time. */
    | 'needless-refusal';
  readonly message: string;
  readonly operations: readonly Operation[];
}
