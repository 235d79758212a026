import { EVERYWHERE, type Field, type Fields } from './kind.ts';
import {
  freeForm,
  instant,
  list,
  nullable,
  prose,
  tableOf,
  text,
  object,
  oneOfValues,
  openValues,
  type Schema,
} from './schema.ts';
import { LOCALES, objectId } from './shapes/primitives.ts';
import { blocks } from './shapes/block.ts';

const answered = <T>(schema: Schema<T>, about: string) =>
  ({ schema, about, access: 'answered', required: ['record'] }) as const satisfies Field<T>;

/** The fields of every record on Surface A. */
export const surfaceACommon = {
  id: answered(text(), 'The identifier'),
  created_at: answered(instant(), 'When it was created'),
  updated_at: answered(instant(), 'When it was last changed'),
} as const;

/** The fields of every record on Surface B. */
export const surfaceBCommon = {
  _id: answered(objectId(), 'The identifier'),
  _createdAt: answered(instant(), 'When it was created'),
  _updatedAt: { schema: nullable(instant()), about: 'When it was last changed', access: 'answered' },
  _reference: { schema: nullable(text()), about: 'Its name in another system' },
  metadata: { schema: freeForm(), about: 'Any data that the client wants to keep with it' },
} as const;

export const title = (about: string) =>
  ({ schema: text(), about, required: ['create', 'file'] }) as const satisfies Field<string>;

export const STATUSES = ['draft', 'published'] as const;

/** The interface shows `draft` and `published` on these kinds, and allows for more. */
export const status = (about = 'Whether visitors see it') =>
  ({ schema: openValues(STATUSES, { default: 'draft' }), about }) as const satisfies Field;

export const defaultLocale = {
  schema: nullable(oneOfValues(LOCALES)),
  about: 'The language of its texts',
} as const satisfies Field;

/** Translations as Surface B stores them: one object per locale, with the fields that differ. */
export const localeDetailsWith = (own: { readonly [field: string]: Schema }) =>
  ({
    schema: nullable(
      tableOf(
        object({
          title: nullable(text({ description: 'The title in this language' })),
          description: nullable(prose({ description: 'The description in this language' })),
          blocks: nullable(blocks('The blocks in this language')),
          ...own,
        }),
      ),
    ),
    about: 'Translations: fr, en, es, each with the fields that differ',
  }) as const satisfies Field;

export const localeDetails = localeDetailsWith({});

/** Fields that the interface does not show, on kinds for which it gives little more than the name. */
export const notShown = <const F extends Fields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, assumed: true }])) as {
    readonly [N in keyof F]: F[N] & { readonly assumed: true };
  };

/** `$aliases` of kinds with pages of their own, and of those that the programme has pages of. */
export const aliases = list(text(), {
  description:
    'Former addresses of its page, each as a path such as /2019/opening/ or as the former address of the document',
});

export const needed = <const S extends Schema>(schema: S, about: string) =>
  ({ schema, about, required: EVERYWHERE }) as const;
