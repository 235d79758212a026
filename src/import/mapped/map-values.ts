/** Values of fields: the declaration of the field decides what becomes of what a row has. */
import type { Span } from '../../diagnostics/diagnostic.ts';
import { kindNamed, type KindName } from '../../kinds/registry.ts';
import type { JsonSchema } from '../../kinds/schema.ts';
import type { Json } from '../../values/json.ts';
import type { KnownRecords } from './known-records.ts';
import type { EntryContext, TimeMapper } from './map-times.ts';
import {
  callIn,
  hasType,
  isInParts,
  plainSchema,
  schemaOfPart,
  type Expression,
  type MappingSettings,
} from '../mapping.ts';
import type { Notices } from './notices.ts';
import { oneLine, plainToMarkdown } from '../plain-text.ts';
import { nameKey, spanOf, takeValues, textOf } from './take-values.ts';
import { linkIn } from '../web-link.ts';

interface Values {
  readonly notices: Notices;
  readonly times: TimeMapper;
  readonly known: KnownRecords;
  readonly decimal: MappingSettings['decimal'];
  readonly toMarkdown: (html: string) => string;
}

export class ValueMapper {
  readonly #values: Values;

  constructor(values: Values) {
    this.#values = values;
  }

  value(expression: Expression, declared: JsonSchema, context: EntryContext): Json | undefined {
    const schema = plainSchema(declared);
    if (hasType(schema, 'array')) return this.#list(expression, schema, context);
    if (isInParts(schema, expression)) return this.#parts(expression, schema, context);
    if (schema.format === 'instant') return this.#values.times.instant(expression, context, schema);
    const [first] = takeValues(expression, context.row);
    return first === undefined ? undefined : this.#converted(first, schema, { expression, context });
  }

  #parts(
    expression: Readonly<Record<string, Expression>>,
    schema: JsonSchema,
    context: EntryContext,
  ): Json | undefined {
    const parts = Object.entries(expression).flatMap(([name, part]) => {
      const value = this.value(part, schemaOfPart(schema, name), { ...context, path: [...context.path, name] });
      return value === undefined ? [] : [[name, value] as const];
    });
    const isWhole = (schema.required ?? []).every((name) => parts.some(([part]) => part === name));
    return isWhole && parts.length > 0 ? Object.fromEntries(parts) : undefined;
  }

  #list(expression: Expression, { items = {} }: JsonSchema, context: EntryContext): Json | undefined {
    const item = plainSchema(items);
    const values = (Array.isArray(expression) ? (expression as readonly Expression[]) : [expression]).flatMap(
      (each) => {
        if (isInParts(item, each)) return this.#parts(each, item, context) ?? [];
        return takeValues(each, context.row).flatMap(
          (value) => this.#converted(value, item, { expression: each, context }) ?? [],
        );
      },
    );
    const distinct = [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
    return distinct.length === 0 ? undefined : distinct;
  }

  #converted(value: Json, schema: JsonSchema, { expression, context }: Written): Json | undefined {
    const { notices, toMarkdown } = this.#values;
    const at = () => spanOf(expression, context.row);
    const call = callIn(expression);
    const from = call && 'from' in call ? call : undefined;
    const [pointed] = schema['x-pointer'] ?? [];
    if (call && 'value' in call && pointed === undefined) return call.value;
    const text = textOf(value)?.trim();
    if (text === undefined)
      return notices.report(
        at,
        'this is a list or an object, not a text',
        'add the pointer to the text in it to the mapping',
      );
    if (pointed !== undefined) return this.#pointer(pointed as KindName, text, { by: from?.by, at });
    if ((schema.enum ?? schema['x-known'])?.includes('published')) return this.#status(text, from?.published, at);
    if (schema.enum) return this.#language(text, schema.enum);
    if (hasType(schema, 'number') || hasType(schema, 'integer')) return this.#number(text, schema, at);
    if (schema.format !== undefined) return this.#address(text, at);
    if (schema.pattern !== undefined && !new RegExp(schema.pattern).test(text))
      return notices.report(at, `\`${text}\` is not a valid value for \`${context.path.join('.')}\``);
    if (schema['x-markdown'] === undefined) return oneLine(text);
    return from?.as === 'html' ? toMarkdown(text) : from?.as === 'markdown' ? text : plainToMarkdown(text);
  }

  #pointer(
    kind: KindName,
    text: string,
    { by, at }: { readonly by: 'key' | 'name' | undefined; readonly at: () => Span },
  ): string | undefined {
    const { notices, known } = this.#values;
    const title = kindNamed(kind).title.toLowerCase();
    if (PLACEHOLDER.test(text)) return notices.lose(`${title} “${text}”`);
    const found = known.find(kind, text, by);
    if (found !== undefined || by === 'key')
      return found ?? notices.report(at, `there is no ${title} with the key \`${text}\``);
    return known.create(kind, text, at());
  }

  #status(text: string, published: readonly string[] | undefined, at: () => Span): string {
    const word = nameKey(text);
    if (published) return published.some((each) => nameKey(each) === word) ? 'published' : 'draft';
    if (!YES.has(word) && !NO.has(word))
      this.#values.notices.report(
        at,
        `\`${text}\` does not say whether it is published, so it becomes a draft`,
        'list the words that mean it in the mapping: `published: [confirmed]`',
      );
    return YES.has(word) ? 'published' : 'draft';
  }

  /** The languages are the only values to choose from besides the status. */
  #language(text: string, tags: NonNullable<JsonSchema['enum']>): string | undefined {
    const tag = LANGUAGES.get(nameKey(text)) ?? nameKey(text).slice(0, 2);
    return tags.includes(tag) && (LANGUAGES.has(nameKey(text)) || /^[a-z]{2}(?:[-_].*)?$/.test(nameKey(text)))
      ? tag
      : this.#values.notices.lose(`language ${text}`);
  }

  #number(text: string, schema: JsonSchema, at: () => Span): number | undefined {
    const { decimal, notices } = this.#values;
    const isUnclear = decimal === undefined && /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(text);
    if (isUnclear)
      return notices.report(
        at,
        `\`${text}\` can be a whole number or a fraction`,
        'write `decimal: comma` or `decimal: point` in the mapping',
      );
    const point =
      decimal === 'point'
        ? text.replaceAll(/[,\s]/g, '')
        : decimal === 'comma'
          ? text.replaceAll(/[.\s]/g, '').replace(',', '.')
          : text.replace(',', '.');
    if (!/^-?\d+(?:\.\d+)?$/.test(point)) return notices.report(at, `\`${text}\` is not a number`);
    if (decimal === undefined && text.includes(',')) notices.note('decimal comma');
    return hasType(schema, 'integer') ? Math.round(Number(point)) : Number(point);
  }

  #address(text: string, at: () => Span): string | undefined {
    const url = linkIn(text);
    if (url !== undefined) return url;
    const message = `\`${text.slice(0, 80)}\` is not the address of a page or a picture`;
    return this.#values.notices.report(at, message, 'write it in full, such as https://example.org/photo.jpg');
  }
}

interface Written {
  readonly expression: Expression;
  readonly context: EntryContext;
}

/** Words of people who do not know yet. */
const PLACEHOLDER = /^(?:tba|tbd|tbc|n\/?a|none|null|nan|à confirmer|[-–—?.]+)$/i;
const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const YES = wordSet(
  'yes y true 1 x ok oui ja si sí sim published public publié veröffentlicht publicado pubblicato gepubliceerd confirmed confirmé bestätigt confirmado confermato accepted angenommen accepté approved',
);
const NO = wordSet(
  'no n false 0 non nein nee não draft brouillon entwurf borrador bozza concept rascunho private hidden pending proposed waitlisted rejected declined cancelled canceled annulé abgesagt cancelado annullato withdrawn submitted',
);
const LANGUAGES = new Map(
  Object.entries({
    en: 'english anglais englisch inglés inglese engels inglês eng',
    fr: 'french français französisch francés francese frans francês fra fre',
    es: 'spanish espagnol spanisch español spagnolo spaans espanhol spa',
  }).flatMap(([tag, words]) => words.split(' ').map((word) => [word, tag] as const)),
);
