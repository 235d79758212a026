import type { VariantCache } from './images/variant-cache.ts';
import type { Helpers } from './share/share.ts';
import type { Templates } from './templates/templates.ts';
import type { Writer } from './writer/writer.ts';

/** The inputs of a build other than the content. */
export interface BuildTools {
  readonly templates: Templates;
  readonly readMedia: (name: string) => Uint8Array;
  /** Keeps pictures that took long to make. */
  readonly cache?: VariantCache;
  readonly writer: Writer;
  /** Other processes that render pages. */
  readonly helpers?: Helpers;
}
