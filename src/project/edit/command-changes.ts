/** What `mv` and `rm` would do, for a person to see, and what they did, as a step of undo. */
import { resolve } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { filesOf, type PointingDocument } from '../../editing/document-list.ts';
import { titleOf } from '../../editing/title.ts';
import type { EditedFile } from '../../editing/edited-files.ts';
import { isSameContent } from '../../machine/change-files.ts';
import { configFileOf } from '../../repository/load-config.ts';
import type { Reported } from '../calls/call.ts';
import type { ContentChangeReport } from '../move/make-change.ts';
import type { Editing } from './editing.ts';

export type Command = (options: { readonly dryRun: boolean }) => Promise<Reported<ContentChangeReport>>;

export interface Foreseen {
  readonly pointedAtBy: readonly PointingDocument[];
  /** Why the command would refuse. */
  readonly refusal?: string;
}

export async function foresee(editing: Editing, command: Command): Promise<Foreseen> {
  try {
    const { report } = await command({ dryRun: true });
    return { pointedAtBy: pointing(editing, report.mentions) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const places = error.diagnostics.map(({ at }) => ({ file: at.file, use: 'pointer' }));
    return { pointedAtBy: pointing(editing, places), refusal: error.message };
  }
}

type Mention = Pick<ContentChangeReport['mentions'][number], 'file'> & { readonly use: string };

function pointing({ live }: Editing, mentions: readonly Mention[]): readonly PointingDocument[] {
  const uses = Map.groupBy(mentions, ({ file }) => file);
  return [...live.engine.content.documents.values()].flatMap((document) => {
    const own = filesOf(document).flatMap((file) => uses.get(file) ?? []);
    const isOnlyLinked = own.every(({ use }) => use === 'link');
    return own.length === 0 ? [] : [{ address: document.address, title: titleOf(document), isOnlyLinked }];
  });
}

/** The files that it changes are known before: what others save meanwhile is not part of the step. */
export async function changesOf(editing: Editing, command: Command): Promise<readonly EditedFile[]> {
  const { configured, outside, files } = editing;
  const { report } = await command({ dryRun: true });
  const names = [
    ...report.files.flatMap(({ from, to }) => [from, to ?? from]),
    ...report.mentions.map(({ file }) => file),
  ];
  const configFile = configFileOf(configured().config, { configFile: outside.configFile, cwd: outside.folder });
  const paths = new Set([configFile, ...names.map((name) => resolve(outside.folder, name))]);
  const before = [...paths].map((path) => ({ path, before: files.read(path) }));
  await command({ dryRun: false });
  return before
    .map((each) => ({ ...each, after: files.read(each.path) }))
    .filter((change) => !isSameContent(change.before, change.after));
}
