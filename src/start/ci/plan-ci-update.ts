/**
 * Decides what happens to the files of a CI host that are in a repository. Those as gitcast wrote them are replaced, or removed
 * if they are obsolete. Edited ones are replaced too if gitcast would write them differently now, and stay beside the new one as
 * `.orig`. Others that were edited, and files that gitcast did not write, are left alone. If one of those starts the former script, the script is
 * not removed but replaced by today's, which takes the same jobs.
 */
import { assertNever } from '../../diagnostics/errors.ts';
import { diffBetween } from '../../values/hunks.ts';
import type { FileTexts } from '../../machine/write-files.ts';
import { isOptional, UPLOAD_LOCK, UPLOAD_TOOL, uploadTool, usesUploadTool } from './ci-files.ts';
import type { Present } from './earlier-choices.ts';
import { FORMER_SCRIPT, withSettingsOf } from './former-ci-files.ts';
import { findScriptStarters, compareCiFile } from './found-ci-files.ts';
import { markIn, withLineFeeds, withNewerPins } from './written-mark.ts';

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

/** A file that is left as it is although it differs, or although it starts a script of an earlier version. */
export interface KeptCiFile {
  /** The file. */
  readonly file: string;
  /**
   * `edited`: somebody edited it, and without the edits it would be up to date. `foreign`: gitcast did not write it.
   * `starts-replaced`: it starts the former script, which was replaced by one that starts `gitcast ci`. `starts-missing`: it
   * starts a script that is gone.
   */
  readonly reason: 'edited' | 'foreign' | 'starts-replaced' | 'starts-missing';
  /** The script that it starts, if that is the reason. */
  readonly script?: string;
}

export interface CiUpdate {
  readonly writes: Readonly<Record<string, string>>;
  readonly removals: readonly string[];
  readonly originals: readonly CiOriginal[];
  readonly kept: readonly KeptCiFile[];
}

interface CiUpdateInput {
  /** The files for this repository. */
  readonly wanted: FileTexts;
  /** Paths that an earlier version wrote, and this one does not. */
  readonly obsolete: readonly string[];
  /** Every form in which the files without a mark may have been written for this repository. */
  readonly former: () => readonly FileTexts[];
  /** The script for any host, which takes the place of the former one where something still starts that. */
  readonly script: string;
  /** The paths of all files in which the hosts look for jobs. */
  readonly pipelines: readonly string[];
  readonly present: Present;
  readonly force: boolean;
}

export function planCiUpdate(asked: CiUpdateInput): CiUpdate {
  const first = planFiles(asked);
  const needed = removesStarted(first, asked) ? withScript(asked) : asked;
  const update = planFiles(removesUsedTool(first, asked) ? withTool(needed) : needed);
  return { ...update, kept: [...update.kept, ...keptStarters(update, asked)] };
}

function planFiles(asked: CiUpdateInput): CiUpdate {
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

const removesStarted = (update: CiUpdate, { pipelines, present }: CiUpdateInput): boolean =>
  update.removals.includes(FORMER_SCRIPT) &&
  findScriptStarters(pipelines, presentAfter(update, present)).some(({ script }) => script === FORMER_SCRIPT);

/** The files of another host may still upload the website. */
const removesUsedTool = (update: CiUpdate, { pipelines, present }: CiUpdateInput): boolean =>
  update.removals.includes(UPLOAD_TOOL) &&
  [...pipelines, FORMER_SCRIPT].some((path) => usesUploadTool(presentAfter(update, present)(path) ?? ''));

const withTool = (asked: CiUpdateInput): CiUpdateInput => ({
  ...asked,
  obsolete: asked.obsolete.filter((path) => path !== UPLOAD_TOOL),
});

const withScript = (asked: CiUpdateInput): CiUpdateInput => ({
  ...asked,
  wanted: { ...asked.wanted, [FORMER_SCRIPT]: asked.script },
  obsolete: asked.obsolete.filter((path) => path !== FORMER_SCRIPT),
});

function keptStarters(update: CiUpdate, { pipelines, present }: CiUpdateInput): readonly KeptCiFile[] {
  const after = presentAfter(update, present);
  const before = present(FORMER_SCRIPT);
  // A workflow may well start today's script, which has a mark.
  const isReplaced = update.writes[FORMER_SCRIPT] !== undefined && before !== undefined && !markIn(before);
  return findScriptStarters(pipelines, after).flatMap(({ file, script }): readonly KeptCiFile[] => {
    if (after(script) === undefined) return [{ file, reason: 'starts-missing', script }];
    return isReplaced && script === FORMER_SCRIPT ? [{ file, reason: 'starts-replaced', script }] : [];
  });
}

const presentAfter =
  ({ writes, removals }: CiUpdate, present: Present): Present =>
  (path) =>
    writes[path] ?? (removals.includes(path) ? undefined : present(path));

/** `wanted` is undefined for an obsolete file. */
function stepOf(path: string, wanted: string | undefined, asked: CiUpdateInput): Partial<CiUpdate> {
  const text = asked.present(path);
  if (text === undefined) return wanted === undefined ? {} : { writes: { [path]: wanted } };
  const fresh = wanted === undefined ? undefined : withNewerPins(wanted, text);
  if (isOptional(path) || fresh === withLineFeeds(text) || isSameTool(path, text, fresh)) return {};
  // Another host has it: the former script of all hosts has the name of today's script for any host.
  if (fresh === undefined && markIn(text)) return {};
  const change: Partial<CiUpdate> =
    fresh === undefined ? { removals: removedWith(path, asked.present) } : { writes: { [path]: fresh } };
  const found = compareCiFile(path, text, asked.former);
  switch (found.type) {
    case 'unchanged':
      return change;
    case 'foreign':
      if (fresh === undefined) return {};
      if (!asked.force) return { kept: [{ file: path, reason: 'foreign' }] };
      return { ...change, originals: [originalOf({ path, text, fresh, written: undefined }, asked)] };
    case 'edited':
      if (isFor(text, fresh) && !asked.force) return { kept: [{ file: path, reason: 'edited' }] };
      return { ...change, originals: [originalOf({ path, text, fresh, written: found.written }, asked)] };
    default:
      return assertNever(found);
  }
}

/** Without the edits, this version would write the file as it is: for the same configuration and the same choices. */
function isFor(text: string, fresh: string | undefined): boolean {
  const [before, now] = [markIn(text), markIn(fresh ?? '')];
  return before !== undefined && before.version === now?.version && before.digest === now.digest;
}

interface Edited {
  readonly path: string;
  readonly text: string;
  /** The new text; undefined for an obsolete file. */
  readonly fresh: string | undefined;
  /** The text before the edits, if it is known. */
  readonly written: string | undefined;
}

function originalOf({ path, text, fresh, written }: Edited, { present }: CiUpdateInput): CiOriginal {
  const original = freeName(path, text, present);
  const edited = withLineFeeds(text);
  return written === undefined
    ? { file: path, original, shows: 'replacement', diff: fresh === undefined ? '' : diffBetween(edited, fresh) }
    : { file: path, original, shows: 'edits', diff: diffBetween(withSettingsOf(edited, written), edited) };
}

/** A lockfile is of no use without its manifest. */
const removedWith = (path: string, present: Present): readonly string[] =>
  path === UPLOAD_TOOL && present(UPLOAD_LOCK) !== undefined ? [path, UPLOAD_LOCK] : [path];

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
