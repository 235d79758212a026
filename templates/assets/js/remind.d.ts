interface Entry {
  readonly a: string;
  readonly n?: readonly string[];
  readonly s: number;
  readonly x?: boolean;
}
export function dueEntries<E extends Entry>(
  entries: readonly E[],
  about: { readonly favourites: readonly string[]; readonly reminded: readonly string[]; readonly now: number },
): readonly E[];
