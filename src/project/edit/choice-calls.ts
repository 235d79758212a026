/** The choices of a form: documents to point at, media files and icons, by what somebody types. */
import { editCall, type EditCalls } from '../../editing/call.ts';
import { titleOf } from '../../editing/title.ts';
import { findable, found } from '../../editing/search.ts';
import { ICON_FAMILIES } from '../../kinds/shapes/tile.ts';
import { addressOf } from '../../preview/http/site-path.ts';
import { isPicture, PICTURE } from '../../preview/server/picture.ts';
import { iconSet, type Icon } from '../../render/icons/icons.ts';
import { onceEach } from '../../values/once-each.ts';
import { valueAt } from '../../values/json.ts';
import * as is from '../../values/shape.ts';
import type { Editing } from './editing.ts';

/** More than anybody reads: the next letter narrows them down. */
const MOST_CHOICES = 30;
const MOST_ICONS = 60;

const search = is.withDefault(is.text, '');
const family = is.optional(is.oneOf(ICON_FAMILIES));

export function choiceCalls({ live }: Editing): EditCalls {
  return {
    choices: editCall(is.object({ kinds: is.listOf(is.text), search }), ({ kinds, search }) => {
      const documents = [...live.engine.content.documents.values()].filter(({ kind }) => kinds.includes(kind));
      const choices = documents.map((document) => {
        const { address, kind } = document;
        const title = titleOf(document);
        return { address, title, kind, texts: findable(title, address) };
      });
      const byTitle = choices.toSorted((one, other) => (one.texts[0]! < other.texts[0]! ? -1 : 1));
      return { choices: shortened(found(byTitle, search), MOST_CHOICES) };
    }),
    media: editCall(is.object({ search }), ({ search }) => {
      const files = [...live.engine.broadcast.media.keys()].map((name) => {
        const alt = altOf(live, name);
        return { name, ...(alt !== undefined && { alt }), texts: findable(name.slice('media/'.length), alt ?? '') };
      });
      const media = shortened(found(files, search), MOST_CHOICES);
      return { media: media.map((each) => ({ ...each, ...pictureOf(live, each.name) })) };
    }),
    icons: editCall(is.object({ search, family }), ({ search, family }) => {
      const theme = valueAt(live.engine.content.documents.get('broadcast')?.data ?? {}, ['theme', 'iconFamily']);
      const set = family ?? ICON_FAMILIES.find((each) => each === theme) ?? 'lucide';
      const drawn = new Map<Icon, object>();
      for (const { type } of found(iconNames(set), search)) {
        const icon = iconSet(set).find(type);
        if (icon && !drawn.has(icon)) drawn.set(icon, { value: { family: set, type }, svg: svgOf(icon) });
        if (drawn.size === MOST_ICONS) break;
      }
      return { icons: [...drawn.values()] };
    }),
  };
}

type Live = Editing['live'];

const shortened = <T extends { readonly texts: unknown }>(matches: readonly T[], most: number) =>
  matches.slice(0, most).map(({ texts: _, ...each }) => each);

/** From the description beside the file. */
function altOf({ engine }: Live, name: string): string | undefined {
  const alt = engine.content.documents.get(name.replace(/\.[^./]+$/, ''))?.data['alt'];
  return typeof alt === 'string' && alt !== '' ? alt : undefined;
}

/** A published photo has smaller copies. One that no page shows is served as it is. */
function pictureOf({ engine }: Live, name: string): object {
  if (!isPicture(name)) return {};
  const smallest = engine.published(name)?.sources.at(-1)?.variants[0]?.path;
  const url = smallest === undefined ? `${PICTURE}?name=${encodeURIComponent(name)}` : addressOf(smallest);
  return { url, ...engine.broadcast.media.get(name)?.imageSize() };
}

/** Sets have thousands of names, with hyphens where people type spaces. */
const iconNames = onceEach((family: (typeof ICON_FAMILIES)[number]) =>
  iconSet(family)
    .types()
    .toSorted()
    .map((type) => ({ type, texts: findable(type.replaceAll('-', ' ')) })),
);

const svgOf = ({ body, width, height }: Icon): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" aria-hidden="true">${body}</svg>`;
