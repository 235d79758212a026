import { assertNever } from '../../diagnostics/errors.ts';
import type { BlockView } from '../blocks/view.ts';
import type { Card } from '../parts/cards.ts';
import type { MapView } from '../parts/map-view.ts';
import type { PageView } from '../pages/view.ts';
import { spanText } from '../text/dates.ts';
import { heading, linked, listed, source, words } from './text.ts';

export function cardLine({ title, link, time, where, date, text }: Card): string {
  const facts = [
    ...(time ? [spanText(time)] : []),
    ...(where ? [where.text] : []),
    ...(date ? [date.text] : []),
    ...(text ? [text.text] : []),
  ];
  return [linked(title.text, link), ...(facts.length > 0 ? [words(facts.join('. '))] : [])].join(': ');
}

export const pinList = ({ pins }: MapView): string =>
  listed(pins.map(({ title, link, text }) => linked(title.text, link) + (text ? `: ${words(text.text)}` : '')));

/** Blocks that show only a decoration have no text. */
export function blockText(block: BlockView, page: PageView): string {
  switch (block.type) {
    case 'title':
      return block.texts.map((text) => heading(block.level, text)).join('\n\n');
    case 'paragraph':
      return block.texts.map((text) => source(text, page)).join('\n\n');
    case 'media':
      return block.items
        .map(({ media }) => media.alt.text)
        .filter((alt) => alt !== '')
        .map(words)
        .join('\n\n');
    case 'embed':
      return listed(block.items.map(({ title, url }) => linked(title, { href: url, external: true })));
    case 'button':
      return listed(block.items.map(({ label, link }) => linked(label, link)));
    case 'question':
      return block.items
        .map(({ question, answers }) =>
          [
            heading(block.level, question),
            ...answers.map(({ label, text, link }) =>
              [linked(label, link), ...(text ? [source(text, page)] : [])].join('\n\n'),
            ),
          ].join('\n\n'),
        )
        .join('\n\n');
    case 'sessions':
    case 'hosts':
    case 'interestPoints':
    case 'articles':
      return listed(block.cards.map(cardLine));
    case 'countdown':
      return listed(
        block.items.map(({ label, date, time, zone, link }) =>
          linked([...(label ? [label] : []), `${date.text}, ${time} (${zone})`].join(': '), link),
        ),
      );
    case 'section':
      return block.sections
        .map(({ title, blocks }) =>
          [...(title ? [heading(block.level, title)] : []), ...blocks.map((each) => blockText(each, page))]
            .filter((text) => text !== '')
            .join('\n\n'),
        )
        .join('\n\n');
    case 'socials':
      return listed(block.items.map(({ name, url }) => linked(name, { href: url, external: true })));
    case 'meteo':
      return listed(block.items.map(({ label, forecastUrl }) => linked(label, { href: forecastUrl, external: true })));
    case 'map':
      return block.maps.map((map) => [heading(block.level, map.title.text), pinList(map)].join('\n\n')).join('\n\n');
    case 'divider':
      return '';
    default:
      return assertNever(block);
  }
}
