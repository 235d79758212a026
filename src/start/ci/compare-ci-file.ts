/** Compares a file of CI in the repository with what gitcast wrote there. */
import type { FileTexts } from '../../machine/write-files.ts';
import { withoutPins } from './action-pins.ts';
import { formerTemplates } from './former-ci-files.ts';
import { FORMER_SCRIPT, withoutSettings } from './former-script.ts';
import { UPLOAD_TOOL, uploadTool } from './upload-tool.ts';
import { markIn, withLineFeeds } from './written-mark.ts';

export type Comparison =
  /** It is as gitcast wrote it. The version is undefined for the files that had no mark. */
  | { readonly type: 'unchanged'; readonly version: string | undefined }
  | {
      readonly type: 'edited';
      readonly version: string | undefined;
      /** The text as gitcast wrote it, if that is known. */
      readonly written: string | undefined;
    }
  /** Gitcast did not write it. */
  | { readonly type: 'foreign' };

/** `former` has every form in which the files without a mark may have been written for this repository. */
export function compareCiFile(path: string, text: string, former: () => readonly FileTexts[]): Comparison {
  const mark = markIn(text);
  if (mark) {
    const { version, isEdited } = mark;
    return isEdited ? { type: 'edited', version, written: undefined } : { type: 'unchanged', version };
  }
  if (!isFormer(path, text)) return { type: 'foreign' };
  const forms = [...new Set(former().flatMap(({ [path]: form }) => (form === undefined ? [] : [String(form)])))];
  const isWritten = forms.some((form) => comparable(path, form) === comparable(path, text));
  if (isWritten) return { type: 'unchanged', version: undefined };
  return { type: 'edited', version: undefined, written: closest(forms, withLineFeeds(text)) };
}

/** A file without a mark is one of gitcast's if it still has half of the lines of a template. */
export function isFormer(path: string, text: string): boolean {
  const present = linesIn(text);
  return (formerTemplates().get(path) ?? []).some((template) => {
    const lines = linesIn(template);
    return missingIn(present, lines) * 2 <= lines.size;
  });
}

/** Pins are updated by tools, and the settings of the script were meant to be edited. */
function comparable(path: string, text: string): string {
  const unpinned = withoutPins(withLineFeeds(text));
  if (path === UPLOAD_TOOL) return uploadTool(text) ?? unpinned;
  return path === FORMER_SCRIPT ? withoutSettings(unpinned) : unpinned;
}

function closest(forms: readonly string[], text: string): string | undefined {
  const present = linesIn(text);
  const distance = (form: string): number => missingIn(present, linesIn(form)) + missingIn(linesIn(form), present);
  return forms.toSorted((a, b) => distance(a) - distance(b))[0];
}

const linesIn = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  );

const missingIn = (lines: ReadonlySet<string>, wanted: ReadonlySet<string>): number =>
  [...wanted].filter((line) => !lines.has(line)).length;
