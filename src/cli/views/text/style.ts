import picocolors from 'picocolors';
import type { Environment, Output } from '../../context.ts';

export type Colours = ReturnType<typeof picocolors.createColors>;

/** The style of human-readable text on one output. */
export interface Style {
  readonly colours: Colours;
  /** Columns that fit on a line; unbounded when it is not a terminal. */
  readonly width: number;
  readonly quiet: boolean;
}

interface Asked {
  readonly 'no-color'?: boolean;
  readonly quiet?: boolean;
}

export function styleFor(output: Output, env: Environment, { 'no-color': noColour, quiet = false }: Asked): Style {
  const coloured = !noColour && wantsColour(output, env);
  return { colours: picocolors.createColors(coloured), width: output.columns ?? Infinity, quiet };
}

/** https://no-color.org and https://force-color.org: a variable counts when it is not empty. */
function wantsColour({ columns }: Output, env: Environment): boolean {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR']) return env['FORCE_COLOR'] !== '0';
  return columns !== undefined && env['TERM'] !== 'dumb';
}
