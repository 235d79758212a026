/** Parses HTML as a browser would read it, into a tree whose depth is bounded. */
import { createRequire } from 'node:module';
import type * as HtmlParser from 'htmlparser2';
import { append } from '../../values/long-lists.ts';
import { once } from '../../values/once.ts';

export interface HtmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | undefined>>;
  readonly children: HtmlNode[];
}

export type HtmlNode = HtmlElement | string;

/** Page builders nest thirty elements. Deeper ones are left out, and their content is part of the last one. */
const DEEPEST = 100;

const boundedParser = once(() => {
  const { Parser } = createRequire(import.meta.url)('htmlparser2') as typeof HtmlParser;
  /** The parser's time grows with the square of the depth, so it must not see the elements that are too deep. */
  return class BoundedParser extends Parser {
    readonly #isDeepest: () => boolean;
    #leftOut = 0;

    constructor(handler: Partial<HtmlParser.Handler>, isDeepest: () => boolean) {
      super(handler);
      this.#isDeepest = isDeepest;
    }

    override onopentagname(start: number, end: number): void {
      if (this.#isDeepest()) this.#leftOut++;
      else super.onopentagname(start, end);
    }

    override onclosetag(start: number, end: number): void {
      if (this.#leftOut > 0) this.#leftOut--;
      else super.onclosetag(start, end);
    }
  };
});

export function parseHtml(html: string): readonly HtmlNode[] {
  const root: HtmlElement = { name: '', attributes: {}, children: [] };
  const open = [root];
  const parser = new (boundedParser())(
    {
      onopentag(name, attributes) {
        const element = { name, attributes, children: [] };
        open.at(-1)!.children.push(element);
        open.push(element);
      },
      onclosetag: () => void open.pop(),
      ontext(text) {
        const { children } = open.at(-1)!;
        if (typeof children.at(-1) === 'string') children[children.length - 1] += text;
        else children.push(text);
      },
    },
    () => open.length > DEEPEST,
  );
  parser.end(html);
  return root.children;
}

/** All elements inside, in the order of their start tags. */
export function* elementsIn(nodes: readonly HtmlNode[]): Generator<HtmlElement> {
  const left = nodes.toReversed();
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (typeof node === 'string') continue;
    yield node;
    append(left, node.children.toReversed());
  }
}

/** The characters inside, without those of the elements that are left out. */
export function textIn(nodes: readonly HtmlNode[], leftOut: (element: HtmlElement) => boolean = () => false): string {
  const parts: string[] = [];
  const add = (node: HtmlNode): void => {
    if (typeof node === 'string') parts.push(node);
    else if (node.name === 'br') parts.push('\n');
    else if (!leftOut(node)) for (const child of node.children) add(child);
  };
  for (const node of nodes) add(node);
  return parts.join('');
}

export const escapeHtml = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
