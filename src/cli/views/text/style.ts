import { styleText } from 'node:util';
import type { Environment, Output } from '../../context.ts';

const WEIGHTS = ['bold', 'dim', 'underline', 'inverse'] as const;
const HUES = ['red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'whiteBright', 'bgBlack'] as const;
const FORMATS = [...WEIGHTS, ...HUES] as const;

export type Colours = Readonly<Record<(typeof FORMATS)[number], (text: string | number) => string>>;

export function coloursOf({ coloured }: { readonly coloured: boolean }): Colours {
  // Whether the output is a terminal is decided here, not by the library.
  const paint = (format: keyof Colours) => (text: string | number) =>
    coloured ? styleText(format, String(text), { validateStream: false }) : String(text);
  return Object.fromEntries(FORMATS.map((format) => [format, paint(format)])) as unknown as Colours;
}

/** The style of human-readable text on one output. */
export interface Style {
  readonly colours: Colours;
  /** Columns that fit on a line; unbounded when it is not a terminal. */
  readonly width: number;
  readonly quiet: boolean;
}

interface StyleOptions {
  readonly color?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}

export function styleFor(output: Output, env: Environment, { color = true, quiet = false }: StyleOptions): Style {
  const coloured = color && wantsColour(output, env);
  return { colours: coloursOf({ coloured }), width: output.columns ?? Infinity, quiet };
}

/** https://no-color.org and https://force-color.org: a variable counts when it is not empty. */
function wantsColour({ columns }: Output, env: Environment): boolean {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR']) return env['FORCE_COLOR'] !== '0';
  return columns !== undefined && env['TERM'] !== 'dumb';
}
