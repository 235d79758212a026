import type { Block } from '../../kinds/shapes/block.ts';
import type { Locale } from '../../kinds/shapes/primitives.ts';
import type { Entity } from '../../model/broadcast.ts';
import { shownOf } from '../documents.ts';
import type { Text } from '../text/localise.ts';
import { blocksIn, ownTitle } from '../parts/page-fields.ts';
import { homeOf } from '../pages/home.ts';
import type { Scope } from '../scope.ts';

interface PublicBlock {
  readonly block: Block;
  /** The title of its page. */
  readonly from: Text;
  readonly lang: Locale | undefined;
}

/** Every visible block, including nested ones: the home screen's first, then those of documents. */
export function publicBlocks(scope: Scope): readonly PublicBlock[] {
  const { site, strings } = scope;
  const home = homeOf(site) as Source;
  return [
    ...blocksOn(home, 'blocks', { text: strings.screens.home }, scope),
    ...site.kinds.flatMap((kind) => {
      const field = kind.page?.blocks;
      if (field === undefined) return [];
      return shownOf(site, kind).flatMap((entity) =>
        blocksOn(entity, field, ownTitle(entity, scope) ?? { text: '' }, scope),
      );
    }),
  ];
}

function blocksOn(source: Source, field: string, from: Text, scope: Scope): readonly PublicBlock[] {
  const localised = scope.localised(source);
  return flatten(blocksIn(localised.fields, field)).map((block) => ({ block, from, lang: localised.langOf(field) }));
}

type Source = Pick<Entity, 'fields' | 'local'>;

const flatten = (blocks: readonly Block[] | null | undefined): readonly Block[] =>
  (blocks ?? []).flatMap((block) =>
    block.type === 'section' ? (block.values ?? []).flatMap((section) => flatten(section.blocks)) : [block],
  );
