/** A catalogue of the blocks: every type in every format, filled with existing content. */
import { assertNever } from '../../diagnostics/errors.ts';
import { BLOCK_TYPES, FORMATS, type Block, type BlockType } from '../../kinds/shapes/block.ts';
import { blockViews } from '../blocks/block-views.ts';
import type { Composed } from './view.ts';
import type { Scope } from '../scope.ts';
import { publicBlocks } from '../used/public-blocks.ts';

/** The types with more than one layout. */
const LAID_OUT: readonly BlockType[] = ['media', 'sessions', 'hosts', 'interestPoints', 'articles'];

export function composeGallery(scope: Scope): Composed {
  const samples = BLOCK_TYPES.flatMap((type) => {
    const block = sampleOf(type, scope);
    const formats = LAID_OUT.includes(type) ? FORMATS : [undefined];
    return formats.map((format) => ({
      key: format ? `${type}-${format}` : type,
      title: format ? `${type} · ${format}` : type,
      blocks: blockViews([{ ...block, ...(format && { format }) } as Block], { scope, level: 3 }),
    }));
  });
  return { title: { text: 'Gallery' }, body: { type: 'gallery', samples } };
}

const six = { limit: 6, skip: 0 };

function sampleOf(type: BlockType, scope: Scope): Block {
  const { site } = scope;
  const used = publicBlocks(scope).find(({ block }) => block.type === type && block.values?.length)?.block;
  if (used && type !== 'section' && !LAID_OUT.includes(type)) return used;
  const [map] = site.of('map');
  switch (type) {
    case 'title':
      return { type, values: [{ text: 'A title that says what follows' }] };
    case 'paragraph':
      return { type, values: [{ text: 'A paragraph with **strong**, *emphasised* and [linked](#paragraph) words.' }] };
    case 'media':
      return { type, values: (used as Extract<Block, { type: 'media' }> | undefined)?.values ?? covers(scope) };
    case 'embed':
      return { type, values: [{ url: 'https://example.org/', title: 'Content from another site' }] };
    case 'button':
      return { type, values: [{ label: 'A button', navigator: { nativeContent: 'program' } }] };
    case 'question':
      return {
        type,
        values: [{ question: 'A question?', answers: [{ label: 'An answer', text: 'Its explanation.' }] }],
      };
    case 'divider':
      return { type };
    case 'sessions':
    case 'hosts':
    case 'interestPoints':
    case 'articles':
      return { type, values: [{ query: six }] } as Block;
    case 'countdown':
      return { type, values: [{ date: new Date(site.clock.now + 864e6).toISOString(), label: 'In ten days' }] };
    case 'section':
      return {
        type,
        values: [{ title: 'A section', blocks: [{ type: 'paragraph', values: [{ text: 'With blocks inside.' }] }] }],
      };
    case 'socials':
      return { type, values: [{ network: 'mastodon', url: 'https://mastodon.example/@gitcast' }] };
    case 'meteo':
      return { type, values: [{ label: 'The harbour', latitude: 46.62, longitude: -1.86 }] };
    case 'map':
      return { type, values: map ? [{ broadcastMapId: map.address }] : [] };
    default:
      return assertNever(type);
  }
}

/** Cover images of articles, used if no block has pictures. */
const covers = ({ site }: Scope) =>
  site
    .of('article')
    .flatMap(({ fields }) => (fields.cover_image_url ? [{ media: fields.cover_image_url }] : []))
    .slice(0, 3);
