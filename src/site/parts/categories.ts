import type { Icon } from '../../kinds/shapes/tile.ts';
import { categoryKey } from '../links/keys.ts';
import type { Text } from '../text/localise.ts';
import type { Scope } from '../scope.ts';

export interface CategoryView {
  /** Its name in URLs: lower-case letters, digits and hyphens. */
  readonly key: string;
  readonly title: Text;
  readonly colour?: string | undefined;
  readonly icon?: Icon | undefined;
}

/** `name` is the address of a category document, or the category of an event as plain text. */
export function categoryView(name: string, scope: Scope): CategoryView {
  const entity = scope.site.find('category', name);
  const key = categoryKey(name);
  if (!entity) return { key, title: { text: name } };
  const { color, icon } = entity.fields;
  return {
    key,
    title: scope.localised(entity).text('title') ?? { text: name },
    ...(color && { colour: color }),
    icon: icon ?? undefined,
  };
}
