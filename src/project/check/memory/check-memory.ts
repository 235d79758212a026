/** What the checks of a project remember: one file for the work tree, and one for what is staged in git. */
import type { Config } from '../../../config/config.ts';
import type { Absence } from '../../../model/absence.ts';
import type { ModelSettings } from '../../../model/broadcast.ts';
import { digest } from '../../../values/digest.ts';
import { memoryFile } from './memory-file.ts';
import { programStamp } from './program-stamp.ts';
import { NOTHING_SETTLED, type Settled } from './settled.ts';

type Summary = Pick<CheckMemory, 'soundFiles' | 'documents' | 'absences'>;

export interface CheckMemory {
  /** True if no check with the same settings has remembered anything. */
  readonly isNew: boolean;
  /** The files in which no check found a problem, in one text; empty if there was one. */
  readonly soundFiles: string;
  /** The number of their documents. */
  readonly documents: number;
  /** Those that visitors do not see, or not always. */
  readonly absences: readonly Absence[];
  readonly settled: () => Settled;
  readonly save: (now: Summary & { readonly settled: Settled }) => void;
}

export function openCheckMemory(
  { root, content }: Config,
  settings: ModelSettings,
  of: 'work-tree' | 'staged',
): CheckMemory {
  const scope = digest(JSON.stringify([programStamp(), content, settings]));
  const { load, save } = memoryFile({ root, name: `checked-${of}`, scope });
  const remembered = load();
  const summary = remembered ? (JSON.parse(remembered.summary) as Summary) : NO_SUMMARY;
  return {
    ...summary,
    isNew: remembered === undefined,
    settled: () => (remembered ? (JSON.parse(remembered.details()) as Settled) : NOTHING_SETTLED),
    save: ({ settled, ...now }) => save({ summary: JSON.stringify(now), details: () => JSON.stringify(settled) }),
  };
}

const NO_SUMMARY: Summary = { documents: 0, soundFiles: '', absences: [] };
