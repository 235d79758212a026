import type { BlockOf, BlockType } from '../../kinds/shapes/block.ts';
import type { Locale } from '../../kinds/shapes/primitives.ts';
import type { Document } from '../../model/broadcast.ts';
import type { Path } from '../../values/json.ts';
import type { Scope } from '../scope.ts';

/** The level of a heading, from 1 to 6. */
type Level = number;

export interface AnyBlock<T extends BlockType> {
  readonly type: T;
  readonly key?: string | undefined;
  /** In pixels. */
  readonly height?: number | undefined;
  readonly format: 'list' | 'grid' | 'carousel';
  /** The level of the headings inside. */
  readonly level: Level;
  readonly writtenAt?: WrittenAt | undefined;
}

/** The place in the files where a part of a page is written. */
export interface WrittenAt {
  readonly document: Document;
  readonly path: Path;
}

export interface BlockContext {
  readonly scope: Scope;
  readonly level: Level;
  /** The language of the blocks, if it differs from the page's. */
  readonly lang?: Locale | undefined;
  readonly writtenAt?: WrittenAt | undefined;
}

/** The site's treatment of one type of block. */
export interface SiteBlock<View extends AnyBlock<BlockType>> {
  /** The values for its template, besides those that every block has. */
  readonly view: (block: BlockOf<View['type']>, context: BlockContext) => Omit<View, keyof AnyBlock<BlockType>>;
  /** Its entries in the gallery. `used`: a block of this type that the content has. */
  readonly sample: (scope: Scope, used: BlockOf<View['type']> | undefined) => BlockOf<View['type']>['values'];
  /** True if it has more than one layout. */
  readonly hasFormats?: true | undefined;
}

/** A table of similar types, by name. */
export type SiteBlocks<View extends AnyBlock<BlockType>> = { readonly [V in View as V['type']]: SiteBlock<V> };
