/**
 * Decides what happens to the files of a CI host that are in a repository. Those as gitcast wrote them are replaced, or removed
 * if they are obsolete. Edited ones of an earlier version are replaced too, and stay beside the new one as `.orig`. Edited ones
 * of this version, and files that gitcast did not write, are left alone.
 */
import { assertNever } from '../../diagnostics/errors.ts';
import { diffBetween } from '../../values/hunks.ts';
import type { FileTexts } from '../files/write-files.ts';
import { version } from '../version.ts';
import { withNewerPins } from './action-pins.ts';
import { isOptional } from './ci-files.ts';
import { compareCiFile } from './compare-ci-file.ts';
import type { Present } from './earlier-choices.ts';
import { UPLOAD_TOOL, uploadTool } from './upload-tool.ts';
import { markIn, withLineFeeds } from './written-mark.ts';

/** An edited file that is replaced or removed. Its text is kept. */
export interface CiOriginal {
  /** The edited file. */
  readonly file: string;
  /** The file that has its text. */
  readonly original: string;
  /** `edits`: the diff shows them. `replacement`: the text before them is unknown, so it shows what the new text changes. */
  readonly shows: 'edits' | 'replacement';
  /** Lines as `diff -u` writes them; empty if there is nothing to compare with. */
  readonly diff: string;
}

/** A file that is left as it is although it differs. */
export interface KeptCiFile {
  /** The file. */
  readonly file: string;
  /** `edited`: this version wrote it, and somebody edited it. `foreign`: gitcast did not write it. */
  readonly reason: 'edited' | 'foreign';
}

export interface CiUpdate {
  readonly writes: Readonly<Record<string, string>>;
  readonly removals: readonly string[];
  readonly originals: readonly CiOriginal[];
  readonly kept: readonly KeptCiFile[];
}

export interface CiUpdateAsked {
  /** The files for this repository. */
  readonly wanted: FileTexts;
  /** Paths that an earlier version wrote, and this one does not. */
  readonly obsolete: readonly string[];
  /** Every form in which the files without a mark may have been written for this repository. */
  readonly former: () => readonly FileTexts[];
  readonly present: Present;
  readonly force: boolean;
}

export function planCiUpdate(asked: CiUpdateAsked): CiUpdate {
  const wanted = Object.entries(asked.wanted).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const steps = [
    ...wanted.map(([path, text]) => stepOf(path, String(text), asked)),
    ...asked.obsolete.map((path) => stepOf(path, undefined, asked)),
  ];
  return {
    writes: Object.assign({}, ...steps.map(({ writes }) => writes)) as CiUpdate['writes'],
    removals: steps.flatMap(({ removals = [] }) => removals),
    originals: steps.flatMap(({ originals = [] }) => originals),
    kept: steps.flatMap(({ kept = [] }) => kept),
  };
}

/** `wanted` is undefined for an obsolete file. */
function stepOf(path: string, wanted: string | undefined, asked: CiUpdateAsked): Partial<CiUpdate> {
  const text = asked.present(path);
  if (text === undefined) return wanted === undefined ? {} : { writes: { [path]: wanted } };
  const fresh = wanted === undefined ? undefined : withNewerPins(wanted, text);
  if (isOptional(path) || fresh === withLineFeeds(text) || isSameTool(path, text, fresh)) return {};
  // Another host has it: the former script of all hosts has the name of today's script for any host.
  if (fresh === undefined && markIn(text)) return {};
  const change: Partial<CiUpdate> = fresh === undefined ? { removals: [path] } : { writes: { [path]: fresh } };
  const found = compareCiFile(path, text, asked.former);
  switch (found.type) {
    case 'unchanged':
      return change;
    case 'foreign':
      if (fresh === undefined) return {};
      if (!asked.force) return { kept: [{ file: path, reason: 'foreign' }] };
      return { ...change, originals: [originalOf({ path, text, fresh, written: undefined }, asked)] };
    case 'edited':
      if (found.version === version() && !asked.force) return { kept: [{ file: path, reason: 'edited' }] };
      return { ...change, originals: [originalOf({ path, text, fresh, written: found.written }, asked)] };
    default:
      return assertNever(found);
  }
}

interface Edited {
  readonly path: string;
  readonly text: string;
  /** The new text; undefined for an obsolete file. */
  readonly fresh: string | undefined;
  /** The text before the edits, if it is known. */
  readonly written: string | undefined;
}

function originalOf({ path, text, fresh, written }: Edited, { present }: CiUpdateAsked): CiOriginal {
  const original = freeName(path, text, present);
  const edited = withLineFeeds(text);
  return written === undefined
    ? { file: path, original, shows: 'replacement', diff: fresh === undefined ? '' : diffBetween(edited, fresh) }
    : { file: path, original, shows: 'edits', diff: diffBetween(written, edited) };
}

/** The version of an upload tool belongs to its lockfile. */
const isSameTool = (path: string, text: string, fresh: string | undefined): boolean =>
  path === UPLOAD_TOOL && fresh !== undefined && uploadTool(text) === uploadTool(fresh);

/** A copy that an interrupted run has already made is used again. */
function freeName(path: string, text: string, present: Present): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? `${path}.orig` : `${path}.orig.${number}`;
    const taken = present(name);
    if (taken === undefined || taken === text) return name;
  }
}
