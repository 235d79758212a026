/** A strict HTML parser: anything it cannot parse is a problem. */
export interface ReadElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface StrictHtml {
  readonly elements: readonly ReadElement[];
  readonly problems: readonly string[];
}

const VOID = new Set(['br', 'hr', 'img', 'wbr', 'source']);
const TOKEN = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"<>]*")?)*)\s*>|<|>|[^<>]+/gy;

export function readStrictly(html: string): StrictHtml {
  const elements: ReadElement[] = [];
  const problems: string[] = [];
  const open: string[] = [];
  for (const [token, slash, name, attributes = ''] of html.matchAll(TOKEN)) {
    if (name === undefined) {
      if (token === '<' || token === '>') problems.push(`a loose ${token}`);
    } else if (slash === '/') {
      const expected = open.pop();
      if (expected !== name) problems.push(`</${name}> where </${expected}> was expected`);
    } else {
      elements.push({ name, attributes: readAttributes(attributes) });
      if (!VOID.has(name)) open.push(name);
    }
  }
  if (open.length > 0) problems.push(`never closed: ${open.join(', ')}`);
  return { elements, problems };
}

const readAttributes = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/([a-z-]+)(?:="([^"]*)")?/g)].map(([, name, value = '']) => [name!, value]));
