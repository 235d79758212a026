/** Blocks in order, with the levels of their headings. A new type needs a case here, a view and a template. */
import { assertNever } from '../../diagnostics/errors.ts';
import { valueAt, type JsonObject, type Path } from '../../values/json.ts';
import { FORMATS, type Block } from '../../kinds/shapes/block.ts';
import type { Locale } from '../../kinds/shapes/primitives.ts';
import type { Entity } from '../../model/broadcast.ts';
import { buttonItems, questionItems, socialItems } from './actions.ts';
import { listedCards } from './lists.ts';
import { embedItems, mediaItems } from './media.ts';
import { countdownItems, meteoItems } from './moments.ts';
import type { Blocks, BlockView, Level, WrittenAt } from './view.ts';
import { mapView } from '../parts/map-view.ts';
import { blocksIn } from '../parts/page-fields.ts';
import type { Scope } from '../scope.ts';
import { typeset } from '../text/typography.ts';

interface Options {
  readonly scope: Scope;
  /** The level of the first headings among the blocks. */
  readonly level?: Level;
  /** The language of the blocks, if it differs from the page's. */
  readonly lang?: Locale | undefined;
  /** The place of the list of blocks in the files. */
  readonly writtenAt?: WrittenAt | undefined;
}

const DEEPEST = 6;

export function blockViews(blocks: readonly Block[] | null | undefined, options: Options): readonly BlockView[] {
  const { level = 2 } = options;
  let isUnderTitle = false;
  return (blocks ?? []).map((block, index) => {
    if (block.type === 'title') isUnderTitle = true;
    if (block.type === 'section' || block.type === 'divider') isUnderTitle = false;
    // Blocks after a title are one level below it.
    const inner = isUnderTitle && block.type !== 'title' ? level + 1 : level;
    const writtenAt = below(options.writtenAt, index);
    return blockView(block, { ...options, writtenAt, level: Math.min(inner, DEEPEST) });
  });
}

function blockView(block: Block, options: Options & { readonly level: Level }): BlockView {
  const { scope, level, lang, writtenAt } = options;
  const common = {
    ...(writtenAt && { writtenAt }),
    format: FORMATS.find((format) => format === block.format) ?? 'list',
    level,
    ...(block.key && { key: block.key }),
    ...(block.height && { height: Math.round(block.height) }),
  } as const;
  switch (block.type) {
    case 'title':
      return {
        ...common,
        type: 'title',
        texts: (block.values ?? []).map(({ text }) => typeset(text, lang ?? scope.locale)),
      };
    case 'paragraph':
      return { ...common, type: 'paragraph', texts: (block.values ?? []).map(({ text }) => text) };
    case 'divider':
      return { ...common, type: 'divider' };
    case 'media':
      return { ...common, type: 'media', items: mediaItems(block, scope, lang) };
    case 'embed':
      return { ...common, type: 'embed', items: embedItems(block) };
    case 'button':
      return { ...common, type: 'button', items: buttonItems(block, scope) };
    case 'question':
      return { ...common, type: 'question', items: questionItems(block, scope) };
    case 'socials':
      return { ...common, type: 'socials', items: socialItems(block) };
    case 'sessions':
      return { ...common, type: 'sessions', cards: listedCards(block, scope) };
    case 'hosts':
      return { ...common, type: 'hosts', cards: listedCards(block, scope) };
    case 'interestPoints':
      return { ...common, type: 'interestPoints', cards: listedCards(block, scope) };
    case 'articles':
      return { ...common, type: 'articles', cards: listedCards(block, scope) };
    case 'countdown':
      return { ...common, type: 'countdown', items: countdownItems(block, scope) };
    case 'meteo':
      return { ...common, type: 'meteo', items: meteoItems(block, scope) };
    case 'map':
      return { ...common, type: 'map', maps: maps(block, scope) };
    case 'section':
      return {
        ...common,
        type: 'section',
        sections: (block.values ?? []).map(({ title, blocks }, index) => ({
          ...(title && { title }),
          blocks: blockViews(blocks, {
            ...options,
            writtenAt: below(writtenAt, 'values', index, 'blocks'),
            level: Math.min(title ? level + 1 : level, DEEPEST),
          }),
        })),
      };
    default:
      return assertNever(block);
  }
}

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
    ...(lang && { lang }),
  };
}

function maps({ values }: Extract<Block, { type: 'map' }>, scope: Scope) {
  return (values ?? []).flatMap(({ broadcastMapId }) => {
    const map = scope.site.find('map', broadcastMapId);
    return map ? mapView(map, scope) : [];
  });
}
