/** Values of fields: the declaration of the field decides what becomes of what a row has. */
import { kindNamed, type KindName } from '../../kinds/registry.ts';
import type { JsonSchema } from '../../kinds/schema.ts';
import { LOCALES } from '../../kinds/shapes/primitives.ts';
import type { Json } from '../../values/json.ts';
import { once } from '../../values/once.ts';
import { hasType, type MadeValue, type Making, type MappingSettings, type Taking } from '../mapping.ts';
import { oneLine, plainToMarkdown } from '../plain-text.ts';
import type { SourceRecord } from '../source.ts';
import { linkIn } from '../web-link.ts';
import { Unreadable } from './make-instants.ts';
import type { Row } from './rows.ts';
import { nameKey, takeValues, textOf } from './take-values.ts';

export interface ValueContext {
  readonly known: KnownRecords;
  readonly decimal: MappingSettings['decimal'];
  readonly toMarkdown: (html: string) => string;
  readonly note: (noun: string, rest: string) => void;
  /** Counts something that a broadcast cannot hold. */
  readonly lose: (name: string) => void;
}

type Converted = Json | undefined | Unreadable;

/** Several if the field is a list. */
export const makeValues = (making: MadeValue, row: Row, context: ValueContext): readonly Converted[] =>
  takeValues(making.expression as string | Taking, row).map((found) => converted(found, making, context));

function converted(found: Row, { expression, schema, field }: MadeValue, context: ValueContext): Converted {
  const pointed = schema['x-pointer']?.[0] as KindName | undefined;
  if (typeof expression === 'object' && 'value' in expression && pointed === undefined) return expression.value;
  const text = textOf(found);
  const { by, as } = typeof expression === 'object' && 'from' in expression ? expression : {};
  if (text === undefined)
    return new Unreadable(
      found,
      'this is a list or an object, not a text',
      'add the pointer to the text in it to the mapping',
    );
  if (pointed !== undefined) return pointer(pointed, text, { found, by, context });
  if ((schema.enum ?? schema['x-known'])?.includes('published')) return status(text, context);
  if (schema.enum) return languageIn(text) ?? context.lose(`language ${text}`) ?? undefined;
  if (hasType(schema, 'number') || hasType(schema, 'integer')) return number(text, schema, { found, context });
  if (schema.format !== undefined) return linkIn(text) ?? noAddress(found);
  if (schema.pattern !== undefined && !new RegExp(schema.pattern).test(text))
    return new Unreadable(found, `\`${text}\` is not a valid value for \`${field.join('.')}\``);
  if (schema['x-markdown'] === undefined) return oneLine(text);
  return as === 'html' ? context.toMarkdown(text) : as === 'markdown' ? text : plainToMarkdown(text);
}

interface Conversion {
  readonly found: Row;
  readonly context: ValueContext;
}

/** Words of people who do not know yet. */
const PLACEHOLDER = /^(?:tba|tbd|tbc|n\/?a|none|null|nan|à confirmer|[-–—?.]+)$/i;

function pointer(
  kind: KindName,
  text: string,
  { found, by, context }: Conversion & { readonly by: 'key' | 'name' | undefined },
): Converted {
  const title = kindNamed(kind).title.toLowerCase();
  if (PLACEHOLDER.test(text)) return context.lose(`${title} “${text}”`) ?? undefined;
  const id = context.known.find(kind, text, by);
  if (id !== undefined || by !== 'key') return id ?? context.known.create(kind, text, found);
  return new Unreadable(found, `there is no ${title} with the key \`${text}\``);
}

const PUBLISHED = new Set(
  'yes y true 1 x ok oui ja si sí sim published public publié veröffentlicht publicado pubblicato gepubliceerd confirmed confirmé bestätigt confirmado confermato accepted angenommen accepté approved'.split(
    ' ',
  ),
);

/** What is not known to be published is a draft, and people see the words that were taken for it. */
function status(text: string, { note }: ValueContext): string {
  if (PUBLISHED.has(nameKey(text))) return 'published';
  note('row', `with the status “${text}”, which becomes a draft`);
  return 'draft';
}

/** The languages of the service by their names, in the languages of tables. */
const languageNames = once(
  () =>
    new Map(
      ['en', 'fr', 'de', 'es', 'it', 'nl', 'pt'].flatMap((reader) => {
        const names = new Intl.DisplayNames(reader, { type: 'language' });
        return LOCALES.map((tag) => [names.of(tag)!.toLowerCase(), tag] as const);
      }),
    ),
);

function languageIn(text: string): string | undefined {
  const written = nameKey(text);
  return languageNames().get(written) ?? LOCALES.find((tag) => /^[a-z]{2}\b/.exec(written)?.[0] === tag);
}

function number(text: string, schema: JsonSchema, { found, context: { decimal, note } }: Conversion): Converted {
  if (decimal === undefined && /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(text))
    return new Unreadable(
      found,
      `\`${text}\` can be a whole number or a fraction`,
      'write `decimal: comma` or `decimal: point` in the mapping',
    );
  const grouped = decimal === 'point' ? /[,\s]/g : decimal === 'comma' ? /[.\s]/g : /\s/g;
  const plain = text.replaceAll(grouped, '').replace(',', '.');
  if (!/^-?\d+(?:\.\d+)?$/.test(plain)) return new Unreadable(found, `\`${text}\` is not a number`);
  if (decimal === undefined && text.includes(',')) note('number', 'with a decimal comma');
  return hasType(schema, 'integer') ? Math.round(Number(plain)) : Number(plain);
}

const noAddress = (found: Row): Unreadable =>
  new Unreadable(
    found,
    `\`${String(found.value).slice(0, 80)}\` is not the address of a page or a picture`,
    'write it in full, such as https://example.org/photo.jpg',
  );

/** A value from those of its parts; undefined if a part that it needs has none. */
export function assembled(making: Making, valuesOf: (making: MadeValue) => readonly Json[]): Json | undefined {
  if (making.type === 'value') return valuesOf(making)[0];
  if (making.type === 'items') {
    const all = making.items.flatMap((item) =>
      item.type === 'value' ? valuesOf(item) : (assembled(item, valuesOf) ?? []),
    );
    const distinct = [...new Map(all.map((value) => [JSON.stringify(value), value])).values()];
    return distinct.length === 0 ? undefined : distinct;
  }
  const parts = Object.fromEntries(
    making.parts.flatMap(([name, part]) => {
      const value = assembled(part, valuesOf);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const isWhole = (making.schema.required ?? []).every((name) => name in parts);
  return isWhole && Object.keys(parts).length > 0 ? parts : undefined;
}

/** The records that pointers can name. Those that no row describes are created by their names. */
export class KnownRecords {
  readonly #byKey = new Map<string, string>();
  readonly #byName = new Map<string, string>();
  readonly created: SourceRecord[] = [];

  add(kind: KindName, id: string, name = id): void {
    this.#byKey.set(`${kind} ${id}`, id);
    const ofName = `${kind} ${nameKey(name)}`;
    if (!this.#byName.has(ofName)) this.#byName.set(ofName, id);
  }

  find(kind: KindName, text: string, by: 'key' | 'name' | undefined): string | undefined {
    const ofKey = by === 'name' ? undefined : this.#byKey.get(`${kind} ${text}`);
    return ofKey ?? (by === 'key' ? undefined : this.#byName.get(`${kind} ${nameKey(text)}`));
  }

  create(kind: KindName, text: string, { file, path }: Row): string {
    const { page, fields } = kindNamed(kind);
    const id = oneLine(text);
    this.add(kind, id);
    const status = 'status' in fields ? { status: 'published' } : {};
    this.created.push({ kind, id, fields: { ...status, [page?.title ?? 'title']: id }, at: file.spanOf(path) });
    return id;
  }
}
