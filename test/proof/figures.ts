/** Figures of a run of `npm run proof`, handed from test files to the program that writes docs/proof.md. */
import { appendFileSync } from 'node:fs';

export interface Figure {
  /** What was tried, such as "kills of the service during writes, on SQLite". */
  readonly what: string;
  readonly tried: number;
  /** How many of them ended as they must not. */
  readonly failed: number;
  /** Anything else worth reading, such as memory. */
  readonly note?: string;
}

/** The file that the figures of this run are appended to; unset in `npm test`. */
export const FIGURES_FILE = 'GITCAST_PROOF_FIGURES';

export function record(figure: Figure): void {
  const file = process.env[FIGURES_FILE];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(figure)}\n`);
}

/** Ten minutes on two cores, instead of hours. */
export const isQuick = process.env['GITCAST_PROOF'] === 'quick';
