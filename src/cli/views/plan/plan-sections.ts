/** The changes of a plan by risk and, within a risk, by kind. */
import type { Change, Plan } from '../../../project/index.ts';
import { kindNamed } from '../../../kinds/registry.ts';
import { number } from '../text/excerpts.ts';
import { code, folded, upperFirst } from '../text/markdown.ts';
import { briefMarkdown, changeMarkdown, COMMENT, type Detail } from './change-markdown.ts';
import { byRisk, type Risk } from './plan-order.ts';
import { namesWayOut } from './plan-verdict.ts';

interface Section {
  readonly risk: Risk;
  readonly title: string;
  /** Says what a merge does about these changes, and how to decide the others. */
  readonly intro: string | undefined;
  readonly size: number;
  readonly groups: readonly Group[];
}

interface Group {
  /** The folder of its documents. */
  readonly folder: string;
  readonly changes: readonly Change[];
}

export const sectionsOf = (plan: Plan): readonly Section[] =>
  byRisk(plan.changes).map(({ risk, title, changes }) => ({
    risk,
    title,
    intro: introOf(risk, plan, changes),
    size: changes.length,
    groups: [...Map.groupBy(changes, ({ kind }) => kind)].map(([kind, some]) => ({
      folder: kindNamed(kind).single ? kind : kindNamed(kind).folder!,
      changes: some,
    })),
  }));

/** Tells a reviewer about the changes of a risk. Those without an intro need no attention of their own. */
const INTROS: Readonly<Partial<Record<Risk, (intro: Intro) => string>>> = {
  deletes: () => 'Deleted on the target. Git still has the files; what no file has is lost.',
  replaces: () =>
    'This target cannot update these objects: a new one is created, then the old one is deleted. Its id changes.',
  blind: () => 'This target does not show these objects, so they are overwritten without reading them first.',
  conflicts: ({ command, hasOwnWay }) =>
    hasOwnWay
      ? 'Merging changes none of these. Each needs a decision first.'
      : `Changed here and on the target. Merging changes neither side: ${command('pull --theirs')} keeps the values of the target, ${command('sync --ours')} those of the files.`,
  drift: ({ command, hasOwnWay }) =>
    hasOwnWay
      ? 'Deleted on the target only. Merging keeps it so. Each needs a decision.'
      : `Changed on the target only. Merging keeps it: ${command('pull')} pulls it into the files, ${command('sync --overwrite-drift')} overwrites it.`,
  manual: () => 'No sync can make these changes on this target: make them in the web editor.',
};

interface Intro {
  readonly command: (words: string) => string;
  /** Each reason names what to do about it. */
  readonly hasOwnWay: boolean;
}

const introOf = (risk: Risk, { target }: Plan, changes: readonly Change[]): string | undefined =>
  INTROS[risk]?.({
    command: (words) => code(`gitcast ${words} --target ${target}`),
    hasOwnWay: changes.every(({ reason }) => namesWayOut(reason)),
  });

/** Sections with more changes than this are folded, unless they are risky. */
const MOST_OPEN = 10;
const MOST_OPEN_IF_RISKY = 40;

const isOpen = ({ risk, size }: Section): boolean => size <= (INTROS[risk] ? MOST_OPEN_IF_RISKY : MOST_OPEN);

export const sectionMarkdown = (section: Section, detail: Detail): string =>
  sectionWith(section, ({ changes }) => changes.map((change) => changeMarkdown(change, detail)).join('\n'));

function sectionWith(section: Section, body: (group: Group) => string): string {
  const { title, intro, size, groups } = section;
  return [
    `#### ${title} (${number(size)})`,
    ...(intro === undefined ? [] : [intro]),
    ...(isOpen(section) ? [] : groups.flatMap(({ folder, changes }) => byFolder(folder, changes))),
    ...groups.map((group) =>
      folded(`${group.folder} (${number(group.changes.length)})`, body(group), { open: isOpen(section) }),
    ),
  ].join('\n\n');
}

/** A table of all changes by kind, if a list of them would be hard to overview. */
export function countsTable(sections: readonly Section[]): readonly string[] {
  const folders = [...new Set(sections.flatMap(({ groups }) => groups.map(({ folder }) => folder)))];
  const size = sections.reduce((sum, section) => sum + section.size, 0);
  if (size < MOST_OPEN || folders.length * sections.length < 3) return [];
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    [
      row(['', ...sections.map(({ title }) => title.split(',')[0]!)]),
      row(['-', ...sections.map(() => '-:')]),
      ...folders.map((folder) =>
        row([
          folder,
          ...sections
            .map(({ groups }) => number(groups.find((group) => group.folder === folder)?.changes.length ?? 0))
            .map((cell) => (cell === '0' ? '' : cell)),
        ]),
      ),
    ].join('\n'),
  ];
}

/** The sections in this much room: every section with its counts, and the changes of the risky ones first. */
export function summarised(sections: readonly Section[], room: number): readonly string[] {
  const forms = sections.map((section) => ({
    section,
    least: summary(section, 0).length,
    whole: sectionMarkdown(section, COMMENT),
  }));
  let left = room - forms.reduce((sum, { least }) => sum + least + 2, 0);
  return forms.map(({ section, least, whole }, index) => {
    const later = forms.slice(index + 1).reduce((sum, each) => sum + each.whole.length - each.least, 0);
    const share = left - Math.min(later, left / 2);
    const text = whole.length <= least + share ? whole : summary(section, share);
    left -= Math.max(text.length - least, 0);
    return text;
  });
}

function summary(section: Section, room: number): string {
  return sectionWith(section, ({ changes }) => {
    const share = (room * changes.length) / section.size;
    const forms = FROM_EACH_FOLDER.map((most) => examplesIn(changes, most));
    return forms.find((text) => text.length <= share) ?? `- … and ${number(changes.length)} more`;
  });
}

/** How many changes of a folder are shown, as room allows: a list of thousands is no summary, and the full plan has them. */
const FROM_EACH_FOLDER = [10, 5, 2, 1];

/** The first changes of each folder; before all others those that lose what no file has. */
function examplesIn(changes: readonly Change[], most: number): string {
  const folders = [...Map.groupBy(changes, folderOf)];
  const lines = folders.slice(0, MOST_FOLDERS).flatMap(([folder, some]) => {
    const [losing, others] = [some.filter(losesMore), some.filter((change) => !losesMore(change))];
    const left = some.length - most;
    return [
      ...[...losing, ...others].slice(0, most).map(briefMarkdown),
      ...(left > 0 ? [`- … and ${number(left)} more${folder === '' ? '' : ` in ${code(folder)}`}`] : []),
    ];
  });
  const elsewhere = folders.slice(MOST_FOLDERS).reduce((sum, [, some]) => sum + some.length, 0);
  return [...lines, ...(elsewhere > 0 ? [`- … and ${number(elsewhere)} more in other folders`] : [])].join('\n');
}

const losesMore = ({ lost }: Change): boolean => lost?.unmanaged !== undefined;

const folderOf = ({ address }: Change): string => address.slice(0, Math.max(0, address.lastIndexOf('/')));

const MOST_FOLDERS = 12;

/** `events: events/friday 40, events/saturday 12`. */
function byFolder(kind: string, changes: readonly Change[]): readonly string[] {
  const folders = [...Map.groupBy(changes, folderOf)];
  if (folders.length < 2) return [];
  const named = folders.slice(0, MOST_FOLDERS).map(([folder, some]) => `${code(folder)} ${number(some.length)}`);
  return [`${upperFirst(kind)} by folder: ${named.join(', ')}${folders.length > MOST_FOLDERS ? ', …' : ''}`];
}
