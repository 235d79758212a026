/** All types of blocks, and blocks in order, with the levels of their headings. */
import { FORMATS, type Block, type BlockType } from '../../kinds/shapes/block.ts';
import type { Locale } from '../../kinds/shapes/primitives.ts';
import type { Entity } from '../../model/broadcast.ts';
import { valueAt, type JsonObject, type Path } from '../../values/json.ts';
import { blocksIn } from '../parts/page-fields.ts';
import type { Scope } from '../scope.ts';
import { actionBlocks, type ActionBlock } from './action-blocks.ts';
import type { AnyBlock, BlockContext, SiteBlock, WrittenAt } from './block-type.ts';
import { listBlocks, type CardsBlock } from './list-blocks.ts';
import { momentBlocks, type MomentBlock } from './moment-blocks.ts';
import { pictureBlocks, type PictureBlock } from './picture-blocks.ts';
import { textBlocks, type TextBlock } from './text-blocks.ts';

export type BlockView = TextBlock | PictureBlock | ActionBlock | CardsBlock | MomentBlock | SectionBlock;

/** Blocks with their language, if it differs from the page's. */
export interface Blocks {
  readonly blocks: readonly BlockView[];
  readonly lang?: Locale | undefined;
}

interface SectionBlock extends AnyBlock<'section'> {
  readonly sections: readonly { readonly title?: string; readonly blocks: readonly BlockView[] }[];
}

const section: SiteBlock<SectionBlock> = {
  view: ({ values }, context) => ({
    sections: (values ?? []).map(({ title: name, blocks }, index) => ({
      ...(name && { title: name }),
      blocks: blockViews(blocks, {
        ...context,
        writtenAt: below(context.writtenAt, 'values', index, 'blocks'),
        level: name ? context.level + 1 : context.level,
      }),
    })),
  }),
  sample: () => [{ title: 'A section', blocks: [{ type: 'paragraph', values: [{ text: 'With blocks inside.' }] }] }],
};

/** Does not compile without one of the types that the kinds declare. */
const SITE_BLOCKS = {
  ...textBlocks,
  ...pictureBlocks,
  ...actionBlocks,
  ...listBlocks,
  ...momentBlocks,
  section,
} satisfies Readonly<Record<BlockType, object>>;

/** The compiler does not see that a block and its entry of the table have the same type. */
export const siteBlock = (type: BlockType) => SITE_BLOCKS[type] as unknown as SiteBlock<AnyBlock<BlockType>>;

const DEEPEST = 6;

/** `level` is that of the first headings among the blocks, `writtenAt` the place of their list in the files. */
export function blockViews(
  blocks: readonly Block[] | null | undefined,
  { level = 2, ...context }: Partial<BlockContext> & Pick<BlockContext, 'scope'>,
): readonly BlockView[] {
  let isUnderTitle = false;
  return (blocks ?? []).map((block, index) => {
    if (block.type === 'title') isUnderTitle = true;
    if (block.type === 'section' || block.type === 'divider') isUnderTitle = false;
    // Blocks after a title are one level below it.
    const inner = isUnderTitle && block.type !== 'title' ? level + 1 : level;
    const writtenAt = below(context.writtenAt, index);
    return blockView(block, { ...context, writtenAt, level: Math.min(inner, DEEPEST) });
  });
}

const blockView = (block: Block, context: BlockContext): BlockView =>
  ({
    ...(context.writtenAt && { writtenAt: context.writtenAt }),
    format: FORMATS.find((format) => format === block.format) ?? 'list',
    level: context.level,
    ...(block.key && { key: block.key }),
    ...(block.height && { height: Math.round(block.height) }),
    type: block.type,
    ...siteBlock(block.type).view(block, context),
  }) as BlockView;

const below = (at: WrittenAt | undefined, ...steps: Path): WrittenAt | undefined =>
  at && { ...at, path: [...at.path, ...steps] };

/** The place of a document's blocks: a translation may have its own. */
export function blocksOf(
  { document, fields }: Pick<Entity, 'document'> & { readonly fields: object },
  { locale }: Scope,
  field = 'blocks',
): WrittenAt {
  const sent: Path = ['localeDetails', locale, field];
  if (valueAt(fields as JsonObject, sent) !== undefined) return { document, path: sent };
  const own: Path = ['$locales', locale, field];
  return { document, path: valueAt(document.data, own) === undefined ? [field] : own };
}

/** The blocks of a document, with their language if it differs from the page's. */
export function contentOf(entity: Entity, scope: Scope): Blocks {
  const field = entity.document.declaration.page?.blocks;
  if (field === undefined) return { blocks: [] };
  const localised = scope.localised(entity);
  const lang = localised.langOf(field);
  return {
    blocks: blockViews(blocksIn(localised.fields, field), { scope, lang, writtenAt: blocksOf(entity, scope, field) }),
    lang,
  };
}
