/** A window as a person uses it: what is not there yet is waited for. */
import { setTimeout } from 'node:timers/promises';
import type { Key, Size, Visitor, Engine, Window } from './engine.ts';

const PATIENCE = 60_000;

/** Scrolls an element into view, and returns whether nothing covers its middle, or that of the link or button around it. */
const REACH = `(element) => {
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const hit = element.getRootNode().elementFromPoint(left + width / 2, top + height / 2);
  return (element.closest('a, button, label') ?? element).contains(hit);
}`;

export class Tab {
  readonly #window: Window;
  readonly #root: string;

  private constructor(window: Window, root: string) {
    this.#window = window;
    this.#root = root;
  }

  static async open(engine: Engine, visitor: Visitor, size: Size): Promise<Tab> {
    const window = await engine.open(visitor);
    await window.resize(size);
    return new Tab(window, 'document');
  }

  /** The same window, for what is in the shadow of an element. */
  inside(host: string): Tab {
    return new Tab(this.#window, `${this.#root}.querySelector(${JSON.stringify(host)}).shadowRoot`);
  }

  go = (url: string): Promise<void> => this.#window.navigate(url);
  resize = (size: Size): Promise<void> => this.#window.resize(size);
  type = (text: string): Promise<void> => this.#window.type(text);
  press = (key: Key): Promise<void> => this.#window.press(key);
  screenshot = (): Promise<Uint8Array> => this.#window.screenshot();
  close = (): Promise<void> => this.#window.close();

  ask = <T>(expression: string): Promise<T> => this.#window.evaluate(expression) as Promise<T>;

  /** The value of an expression, as soon as that is not false, nothing or an error. */
  async until<T = unknown>(expression: string): Promise<T> {
    const end = performance.now() + PATIENCE;
    let last: unknown;
    while (performance.now() < end) {
      // A page that is being replaced has no answer.
      last = await this.ask(expression).catch((error: unknown) => error);
      if (last && !(last instanceof Error)) return last as T;
      await setTimeout(50);
    }
    const where = await this.ask('location.href').catch(() => 'no page');
    throw new Error(`${String(where)} has not reached: ${expression}`, { cause: last });
  }

  has = (selector: string): Promise<boolean> =>
    this.until(`${this.#root}.querySelector(${JSON.stringify(selector)}) !== null`);

  /** The text of the first visible element that fits. */
  see = (selector: string, text?: string): Promise<string> =>
    this.until(`(${this.#first(selector, text)})?.innerText.trim()`);

  async click(selector: string, text?: string): Promise<void> {
    const element = this.#first(selector, text);
    await this.until(`(${REACH})(${element})`);
    await this.#window.click(element);
  }

  #first(selector: string, text?: string): string {
    const has = text === undefined ? '' : ` && each.textContent.includes(${JSON.stringify(text)})`;
    return `[...${this.#root}.querySelectorAll(${JSON.stringify(selector)})].find((each) =>
      each.getClientRects().length > 0 && getComputedStyle(each).visibility === 'visible'${has})`;
  }
}
