/** The additional fields that a kind shows on its card and its page. */
import type { Json } from '../../values/json.ts';
import type { JsonSchema } from '../../kinds/schema.ts';
import { wordsIn } from '../../kinds/shown.ts';
import type { Entity } from '../../model/broadcast.ts';
import { epochOf } from '../../values/instants.ts';
import { pointedAt } from '../documents.ts';
import { textIn, type Text } from '../text/localise.ts';
import { documentLink, type Link } from '../links/navigators.ts';
import { pageOf, titleIn } from './page-fields.ts';
import type { Scope } from '../scope.ts';
import { typeset } from '../text/typography.ts';

export interface Fact {
  readonly label: string;
  /** Several if the field is a list. */
  readonly values: readonly (Text & { readonly link?: Link })[];
}

export function factsOf(entity: Entity, scope: Scope): readonly Fact[] {
  return (pageOf(entity).card ?? []).flatMap(({ field, label }) => {
    const values = valuesOf(entity, field, scope);
    return values.length > 0 ? [{ label: wordsIn(label, scope.locale), values }] : [];
  });
}

function valuesOf(entity: Entity, field: string, scope: Scope): Fact['values'] {
  const { schema } = entity.document.declaration.fields[field]!;
  if (schema['x-pointer'] ?? schema.items?.['x-pointer']) {
    return pointedAt(entity, field, scope.site).map((target) => ({
      ...titleIn(target, scope),
      ...(target.document.declaration.page && { link: documentLink(target, scope) }),
    }));
  }
  const localised = scope.localised(entity);
  const values = [localised.fields[field]].flat();
  return values.flatMap((value) => {
    const text = written(value, schema.items ?? schema, scope);
    if (text === undefined) return [];
    const lang = typeof value === 'string' ? localised.langOf(field) : undefined;
    return [textIn(typeset(text, lang ?? scope.locale), lang)];
  });
}

/** Undefined for values without a short form. */
function written(value: Json | undefined, { format }: JsonSchema, { dates }: Scope): string | undefined {
  if (typeof value === 'number') return dates.number(value);
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  return format === 'instant' ? dates.longDay(epochOf(value)) : value;
}
