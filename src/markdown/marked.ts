/** Loaded by the first text that needs it: most texts are plain, and making its patterns takes longer than reading these. */
import { createRequire } from 'node:module';
import type * as Marked from 'marked';

const load = createRequire(import.meta.url);

/** A value that is made with it when it is first needed. */
export function withMarked<T>(make: (loaded: typeof Marked) => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make(load('marked') as typeof Marked) }).value;
}
