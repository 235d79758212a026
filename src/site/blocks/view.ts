/** The view models of the sixteen block types, as passed to templates. */
import type { Path } from '../../values/json.ts';
import type { BlockType } from '../../kinds/shapes/block.ts';
import type { Locale } from '../../kinds/shapes/primitives.ts';
import type { Icon } from '../../kinds/shapes/tile.ts';
import type { Document } from '../../model/broadcast.ts';
import type { Card, DateView } from '../parts/cards.ts';
import type { MapView } from '../parts/map-view.ts';
import type { MediaView } from '../parts/media.ts';
import type { Link } from '../links/navigators.ts';

/** The level of a heading, from 1 to 6. */
export type Level = number;

interface AnyBlock<T extends BlockType> {
  readonly type: T;
  readonly key?: string;
  /** In pixels. */
  readonly height?: number;
  readonly format: 'list' | 'grid' | 'carousel';
  /** The level of the headings inside. */
  readonly level: Level;
  readonly writtenAt?: WrittenAt;
}

/** The place in the files where a part of a page is written. */
export interface WrittenAt {
  readonly document: Document;
  readonly path: Path;
}

export interface TitleBlock extends AnyBlock<'title'> {
  readonly texts: readonly string[];
}
export interface ParagraphBlock extends AnyBlock<'paragraph'> {
  /** Markdown. */
  readonly texts: readonly string[];
}
export interface MediaBlock extends AnyBlock<'media'> {
  readonly items: readonly {
    readonly media: MediaView;
    readonly backgroundColor?: string;
    readonly fit: 'cover' | 'contain';
    readonly link?: Link;
  }[];
}
export interface EmbedBlock extends AnyBlock<'embed'> {
  readonly items: readonly { readonly url: string; readonly host: string; readonly title: string }[];
}
export interface ButtonBlock extends AnyBlock<'button'> {
  readonly items: readonly { readonly label: string; readonly icon?: Icon; readonly link?: Link }[];
}
export interface QuestionBlock extends AnyBlock<'question'> {
  readonly items: readonly {
    readonly question: string;
    readonly answers: readonly { readonly label: string; readonly text?: string; readonly link?: Link }[];
  }[];
}
export type DividerBlock = AnyBlock<'divider'>;
export interface CardsBlock<T extends 'sessions' | 'hosts' | 'interestPoints' | 'articles'> extends AnyBlock<T> {
  readonly cards: readonly Card[];
}
export interface CountdownBlock extends AnyBlock<'countdown'> {
  readonly items: readonly CountdownItem[];
}
export interface CountdownItem {
  readonly date: DateView;
  readonly time: string;
  readonly zone: string;
  readonly label?: string;
  readonly link?: Link;
  /** The time left when the site was built. Undefined if the moment has passed. */
  readonly left?: string;
  /** True if the moment has passed, and so has the whole programme. */
  readonly isOver: boolean;
  /** When the whole programme ends. */
  readonly ends?: string;
}
export interface SectionBlock extends AnyBlock<'section'> {
  readonly sections: readonly { readonly title?: string; readonly blocks: readonly BlockView[] }[];
}
export interface SocialsBlock extends AnyBlock<'socials'> {
  readonly items: readonly { readonly network: string; readonly name: string; readonly url: string }[];
}
export interface MeteoBlock extends AnyBlock<'meteo'> {
  readonly items: readonly MeteoItem[];
}
export interface MeteoItem {
  readonly label: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly position: string;
  readonly forecastUrl: string;
}
export interface MapBlock extends AnyBlock<'map'> {
  readonly maps: readonly MapView[];
}

/** Blocks with their language, if it differs from the page's. */
export interface Blocks {
  readonly blocks: readonly BlockView[];
  readonly lang?: Locale;
}

export type BlockView =
  | TitleBlock
  | ParagraphBlock
  | MediaBlock
  | EmbedBlock
  | ButtonBlock
  | QuestionBlock
  | DividerBlock
  | CardsBlock<'sessions'>
  | CardsBlock<'hosts'>
  | CardsBlock<'interestPoints'>
  | CardsBlock<'articles'>
  | CountdownBlock
  | SectionBlock
  | SocialsBlock
  | MeteoBlock
  | MapBlock;
