/** Kinds that exist only in tests, declared as a contributor would declare a new kind. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { validatorCode } from '../../scripts/validators.ts';
import { defaultLocale, localeDetails, status, surfaceBCommon, title } from '../../src/kinds/common-fields.ts';
import { defineKind, type Kind } from '../../src/kinds/kind.ts';
import { conventionalOnSurfaceB } from '../../src/kinds/operation.ts';
import { fileKinds, kinds } from '../../src/kinds/registry.ts';
import { instant, list, markdown, nullable, number, prose, ref, text } from '../../src/kinds/schema.ts';
import { blocks } from '../../src/kinds/shapes/block.ts';
import { Coordinates, loosePointerTo, Media, pointerTo } from '../../src/kinds/shapes/primitives.ts';
import type { Validators } from '../../src/model/field-problems.ts';

/** Has everything a page can have, its own list, and a different folder on the site. */
const stall = defineKind({
  name: 'stall',
  title: 'Stall',
  summary: 'A stall of the market.',
  surface: 'B',
  folder: 'stalls',
  closed: true,
  fields: {
    ...surfaceBCommon,
    title: title('What it is called'),
    about: { schema: nullable(prose()), about: 'What one finds there' },
    photo: { schema: nullable(ref(Media)), about: 'A picture' },
    parts: { schema: nullable(blocks('What its page shows')), about: 'What its page shows' },
    categoryIds: { schema: nullable(list(pointerTo('category'))), about: 'Its categories' },
    price: { schema: nullable(number()), about: 'What a loaf costs' },
    opens: { schema: nullable(instant()), about: 'When it opens' },
    trades: { schema: nullable(list(text())), about: 'What it deals in' },
    place: { schema: nullable(loosePointerTo('place')), about: 'Where it is' },
    status: status(),
    localeDetails,
    defaultLocale,
  },
  page: {
    path: 'market',
    title: 'title',
    text: 'about',
    picture: 'photo',
    blocks: 'parts',
    categories: 'categoryIds',
    date: 'opens',
    card: [
      { field: 'price', label: { fr: 'Prix', en: 'Price', es: 'Precio' } },
      { field: 'trades', label: { fr: 'Vend', en: 'Sells', es: 'Vende' } },
      { field: 'place', label: { fr: 'Lieu', en: 'Where', es: 'Lugar' } },
    ],
    list: {
      title: { fr: 'Le marché', en: 'The market', es: 'El mercado' },
      empty: { fr: 'Pas encore.', en: 'Not yet.', es: 'Todavía no.' },
    },
    feed: true,
  },
  naturalKey: [['title']],
  operations: conventionalOnSurfaceB('broadcastStalls'),
});

/** A Markdown file that is a programme entry and a pin on a map, with its own list. */
const walk = defineKind({
  name: 'walk',
  title: 'Walk',
  summary: 'A walk with a guide.',
  surface: 'B',
  folder: 'walks',
  closed: true,
  fields: {
    ...surfaceBCommon,
    title: title('What it is called'),
    route: { schema: nullable(markdown()), about: 'Where it leads' },
    from: { schema: instant(), about: 'When it starts', required: ['file'] },
    to: { schema: instant(), about: 'When it ends', required: ['file'] },
    guides: { schema: nullable(list(pointerTo('host'))), about: 'Who leads it' },
    meet: { schema: nullable(ref(Coordinates)), about: 'Where it begins' },
  },
  body: 'route',
  page: {
    title: 'title',
    text: 'route',
    list: {
      title: { fr: 'Promenades', en: 'Walks', es: 'Paseos' },
      empty: { fr: 'Pas encore.', en: 'Not yet.', es: 'Todavía no.' },
    },
    programme: { start: ['from'], end: ['to'], hosts: 'guides' },
    pin: { coordinates: 'meet' },
    sitemap: false,
    search: false,
  },
  naturalKey: [['title']],
  operations: conventionalOnSurfaceB('broadcastWalks'),
});

/** A plain Markdown file. */
const note = defineKind({
  name: 'note',
  title: 'Note',
  summary: 'A note of the organisers.',
  surface: 'B',
  folder: 'notes',
  closed: true,
  fields: { ...surfaceBCommon, title: title('What it is about'), text: { schema: markdown(), about: 'The note' } },
  body: 'text',
  page: { title: 'title', text: 'text', list: 'pages' },
  naturalKey: [['title']],
  operations: conventionalOnSurfaceB('broadcastNotes'),
});

const added: readonly Kind[] = [stall, walk, note];

/** Includes the validators that `npm run generate` would write for them. */
export async function declaredKinds(): Promise<{ readonly kinds: readonly Kind[]; readonly validators: Validators }> {
  const folder = mkdtempSync(join(tmpdir(), 'gitcast-kinds-'));
  try {
    const file = join(folder, 'validators.mjs');
    writeFileSync(file, validatorCode([...fileKinds, ...added]));
    const validators = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Validators;
    return { kinds: [...kinds, ...added], validators };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
