interface Entry {
  readonly s: number;
  readonly e: number;
  readonly x?: boolean;
  readonly w?: boolean;
}
interface Place {
  readonly m?: string;
  readonly x?: number;
  readonly y?: number;
}
export function clashesOf<E extends Entry>(entries: readonly E[]): ReadonlyMap<E, readonly E[]>;
export function walkBetween(from: Place | undefined, to: Place | undefined): number | undefined;
export function sharedKeys(hash: string): { readonly keys: ReadonlySet<string>; readonly isWhole: boolean } | undefined;
