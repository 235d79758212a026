import type { VariantCache } from './images/variant-cache.ts';
import type { Helpers } from './share/share.ts';
import type { Templates } from './templates/templates.ts';
import type { Writer } from './writer/writer.ts';

/** What a build needs beside the content. */
export interface BuildTools {
  readonly templates: Templates;
  readonly readMedia: (name: string) => Uint8Array;
  /** Keeps pictures that took long to make. */
  readonly cache?: VariantCache;
  readonly writer: Writer;
  /** Other processes that make pages too. */
  readonly helpers?: Helpers;
}
