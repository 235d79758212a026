/** Parses our own HTML into a tree. In templates every element except void ones is closed. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (Element | string)[];
}

const VOID = new Set(['img', 'br', 'hr', 'meta', 'link', 'input', 'source', 'wbr']);
const TOKEN = /<!--[^]*?-->|<!doctype[^>]*>|<(\/?)([a-z][a-z0-9]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*(\/?)>|([^<]+)/gi;
const ATTRIBUTE = /([^\s=]+)(?:="([^"]*)")?/g;
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" };

const decoded = (text: string): string => text.replace(/&(lt|gt|quot|amp|#39);/g, (_, name: string) => ENTITIES[name]!);

export function readTree(html: string): Element {
  const root = { name: 'root', attributes: {}, children: [] as (Element | string)[] };
  const open = [root];
  for (const [token, slash, name, attributes = '', closed, text] of html.matchAll(TOKEN)) {
    const parent = open.at(-1)!;
    if (text !== undefined) parent.children.push(decoded(text));
    if (name === undefined) continue;
    if (slash === '/') {
      if (parent.name !== name) throw new Error(`${token} where </${parent.name}> was expected`);
      open.pop();
      continue;
    }
    const pairs = [...attributes.matchAll(ATTRIBUTE)].map(([, key, value = '']) => [key!, decoded(value)]);
    const element = { name, attributes: Object.fromEntries(pairs) as Record<string, string>, children: [] };
    parent.children.push(element);
    if (!VOID.has(name) && closed !== '/') open.push(element);
  }
  if (open.length > 1) throw new Error(`never closed: ${open.map(({ name }) => name).join(', ')}`);
  return root;
}

/** Takes `tag`, `.class`, `tag.class` or `[attribute]`. Results are in document order. */
export function all(within: Element, selector: string): readonly Element[] {
  const [, tag = '', className = '', attribute = ''] = /^([a-z0-9]*)(?:\.([\w-]+))?(?:\[([\w-]+)\])?$/i.exec(selector)!;
  const fits = ({ name, attributes }: Element): boolean =>
    (tag === '' || name === tag) &&
    (className === '' || classesOf(attributes).includes(className)) &&
    (attribute === '' || Object.hasOwn(attributes, attribute));
  return within.children.flatMap((child) =>
    typeof child === 'string' ? [] : [...(fits(child) ? [child] : []), ...all(child, selector)],
  );
}

export function one(within: Element, selector: string): Element {
  const found = all(within, selector);
  if (found.length !== 1) throw new Error(`${found.length} elements are ${selector}, not one`);
  return found[0]!;
}

export const classesOf = (attributes: Element['attributes']): readonly string[] =>
  (attributes['class'] ?? '').split(/\s+/);

/** Its visible text, on one line. */
export const textOf = ({ children }: Element): string =>
  children
    .map((child) => (typeof child === 'string' ? child : textOf(child)))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
