import type { Icon } from '../../kinds/shapes/tile.ts';
import type { Text } from '../text/localise.ts';
import type { Scope } from '../scope.ts';

export interface CategoryView {
  /** A name for scripts and class names: letters, digits and hyphens. */
  readonly key: string;
  readonly title: Text;
  readonly colour?: string;
  readonly icon?: Icon;
}

export const categoryKey = (name: string): string => name.replace(/^categories\//, '').replace(/[^A-Za-z0-9]+/g, '-');

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
    ...(icon && { icon }),
  };
}
