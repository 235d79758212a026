/** A catalogue of the blocks: every type in every format, filled with existing content. */
import { BLOCK_TYPES, FORMATS, type Block } from '../../kinds/shapes/block.ts';
import { blockViews, siteBlock } from '../blocks/blocks.ts';
import type { Scope } from '../scope.ts';
import { publicBlocks } from '../used/public-blocks.ts';
import type { Composed } from './view.ts';

export function composeGallery(scope: Scope): Composed {
  const shown = publicBlocks(scope).map(({ block }) => block);
  const samples = BLOCK_TYPES.flatMap((type) => {
    const { sample, hasFormats } = siteBlock(type);
    const used = shown.find((block) => block.type === type && block.values?.length);
    const block = used && !hasFormats ? used : { type, values: sample(scope, used) };
    const formats = hasFormats ? FORMATS : [undefined];
    return formats.map((format) => ({
      key: format ? `${type}-${format}` : type,
      title: format ? `${type} · ${format}` : type,
      blocks: blockViews([{ ...block, ...(format && { format }) } as Block], { scope, level: 3 }),
    }));
  });
  return { title: { text: 'Gallery' }, body: { type: 'gallery', samples } };
}
