/** What a journey needs of a browser: the least that each engine can do over its own protocol. */
import type { ProgramName } from '../../programs.ts';

export interface Engine {
  readonly name: string;
  readonly programs: readonly ProgramName[];
  /** A window with nothing stored. */
  readonly open: (visitor: Visitor) => Promise<Window>;
}

export interface Visitor {
  readonly timezone: string;
  readonly scheme: 'light' | 'dark';
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export type Key = 'Enter' | 'Escape' | 'ArrowDown';

export interface Window {
  /** Until the page is loaded. */
  readonly navigate: (url: string) => Promise<void>;
  /** The value of an expression in the page, or what it promises, as JSON. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  /** As a mouse does it, in the middle of the element that the expression gives. */
  readonly click: (element: string) => Promise<void>;
  /** Into the element with the focus. */
  readonly type: (text: string) => Promise<void>;
  readonly press: (key: Key) => Promise<void>;
  readonly resize: (size: Size) => Promise<void>;
  readonly screenshot: () => Promise<Uint8Array>;
  readonly close: () => Promise<void>;
}
