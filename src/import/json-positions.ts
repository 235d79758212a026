/** Where the values of valid JSON are in its text. Computed when the first position is asked for, in one pass. */
import { endOfString, type Path } from '../values/json.ts';

interface Node {
  readonly start: number;
  end: number;
  readonly children?: Map<string, Node>;
}

export class JsonPositions {
  readonly #text: string;
  #root: Node | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The range of a value, or of the nearest enclosing one that exists. */
  rangeOf(path: Path): readonly [number, number] {
    let node = (this.#root ??= this.#read(this.#after(0)));
    for (const step of path) node = node.children?.get(String(step)) ?? node;
    return [node.start, node.end];
  }

  /** The next position that is no white space. */
  #after(at: number): number {
    while (WHITE_SPACE.has(this.#text[at]!)) at++;
    return at;
  }

  #read(start: number): Node {
    const text = this.#text;
    const first = text[start];
    if (first === '"') return { start, end: endOfString(text, start) + 1 };
    if (first !== '[' && first !== '{') {
      let end = start;
      while (end < text.length && !ENDS.has(text[end]!)) end++;
      return { start, end };
    }
    const children = new Map<string, Node>();
    let at = this.#after(start + 1);
    for (let index = 0; at < text.length && text[at] !== ']' && text[at] !== '}'; index++) {
      let name = String(index);
      if (first === '{') {
        const end = endOfString(text, at) + 1;
        name = JSON.parse(text.slice(at, end)) as string;
        at = this.#after(this.#after(end) + 1);
      }
      const child = this.#read(at);
      children.set(name, child);
      at = this.#after(child.end);
      if (text[at] === ',') at = this.#after(at + 1);
    }
    return { start, end: at + 1, children };
  }
}

const WHITE_SPACE = new Set([' ', '\t', '\n', '\r']);
const ENDS = new Set([...WHITE_SPACE, ',', ']', '}']);
