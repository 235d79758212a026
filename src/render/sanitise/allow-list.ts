/**
 * The elements and attributes allowed in texts on the site. The Markdown renderer emits nothing else by construction, and
 * raw HTML is reduced to them. No `id`, `style` or event handlers; no `class` except for the language of code, and for
 * task list items. The `data-` attributes are Markdown's own, and `markdown/finish.ts` checks their values.
 */
const ANYWHERE = ['lang', 'dir', 'title'] as const;

const ELEMENTS: Readonly<Record<string, readonly string[]>> = {
  // Blocks
  h1: [],
  h2: [],
  h3: [],
  h4: [],
  h5: [],
  h6: [],
  p: [],
  div: [],
  blockquote: ['data-admonition'],
  pre: [],
  hr: [],
  ul: [],
  ol: ['start', 'reversed'],
  li: ['value', 'class'],
  dl: [],
  dt: [],
  dd: [],
  figure: [],
  figcaption: [],
  details: ['open'],
  summary: [],
  table: [],
  caption: [],
  thead: [],
  tbody: [],
  tfoot: [],
  tr: [],
  th: ['colspan', 'rowspan', 'scope', 'data-align'],
  td: ['colspan', 'rowspan', 'data-align'],
  // Inline
  a: ['href'],
  img: ['src', 'alt', 'width', 'height'],
  br: [],
  wbr: [],
  span: ['data-task'],
  strong: [],
  b: [],
  em: [],
  i: [],
  u: [],
  s: [],
  del: [],
  ins: [],
  mark: [],
  small: [],
  sub: [],
  sup: ['data-footnote'],
  code: ['class'],
  kbd: [],
  samp: [],
  var: [],
  abbr: [],
  cite: [],
  dfn: [],
  q: [],
  time: ['datetime'],
  bdi: [],
  bdo: [],
  ruby: [],
  rt: [],
  rp: [],
};

export const allowedElements: readonly string[] = Object.keys(ELEMENTS);

export const allowedAttributes: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(ELEMENTS).map(([element, own]) => [element, [...ANYWHERE, ...own]]),
);

export const allowedClasses: Readonly<Record<string, readonly (string | RegExp)[]>> = {
  code: [/^language-[\p{L}\p{N}\p{M}_+#.-]+$/u],
  li: ['task'],
};

export const voidElements: readonly string[] = ['br', 'hr', 'img', 'wbr'];

export const isAllowedElement = (name: string): boolean => Object.hasOwn(ELEMENTS, name);

export const isAllowedAttribute = (element: string, name: string): boolean =>
  allowedAttributes[element]?.includes(name) ?? false;
