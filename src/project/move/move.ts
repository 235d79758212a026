import { defineCall, type Reported } from '../calls/call.ts';
import { flag, needed, turnedOff, unwritten, type OptionsOf } from '../calls/option.ts';
import { makeChange, type ContentChangeReport } from './make-change.ts';
import { moveOf } from './content-change.ts';

const moveOptions = {
  from: needed(unwritten<string>('The address or the path of a document, a folder or a media file')),
  to: needed(unwritten<string>('Its new address, or a folder to move it into')),
  redirect: turnedOff('Keep no redirect from the former address'),
  dryRun: flag('Show what would change, and write nothing'),
};

/** The options of `move`. */
export interface MoveOptions extends OptionsOf<typeof moveOptions> {}

/** Renames a document, a folder or a media file, and everything that names it. Never overwrites a file. */
export const move = defineCall(
  moveOptions,
  async (outside, { from, to, redirect = true, dryRun }: MoveOptions): Promise<Reported<ContentChangeReport>> =>
    makeChange(outside, {
      change: (content) => moveOf(from, to, content),
      redirect,
      dryRun,
      remedy: 'choose another name, or fix this first; the files are named as they would be after the move',
    }),
);
