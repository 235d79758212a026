/** A plan as a tree: what it takes to approve it first, then its changes by their risk. */
import { count } from '../../../diagnostics/count.ts';
import type { Change, Plan, RateSeen } from '../../../project/index.ts';
import { carriedSecrets, isIncomplete, needsPerson } from '../../../project/planning/plan-report.ts';
import { helpOf } from '../../../project/planning/refuse-plan.ts';
import { firstOf, number } from '../text/excerpts.ts';
import { blockOf, listed, name, said, sentences, strong, type Block, type Part, type Row, type Tree } from '../tree.ts';
import { changeRow } from './change-row.ts';
import { equalWords, incompleteBlocks, openWords, summaryParts, waysOut } from './plan-verdict.ts';

export function planTree(plan: Plan, rate?: RateSeen): Tree {
  const { target, offline = false, identity, notes, digest } = plan;
  return {
    command: 'gitcast plan',
    about: ['for ', name(target), ...(offline ? [', made offline'] : [])],
    ...(identity && { place: placeOf(identity) }),
    subject: target,
    verdict: verdictOf(plan, rate),
    blocks: [
      ...(offline ? [OFFLINE] : []),
      ...incompleteBlocks(plan),
      ...refusedBlocks(plan),
      ...secretBlocks(plan),
      ...sectionsOf(plan),
      ...sentences('aside', 'Notes', notes),
    ],
    digest,
  };
}

/** There is nothing to approve. */
export const isIdle = ({ changes, refusals }: Plan): boolean => changes.length + refusals.length === 0;

const OFFLINE: Block = {
  type: 'warning',
  title: '',
  rows: [
    { mark: '!', parts: ['offline: the target was not read, so changes made there since the last sync are missing'] },
  ],
};

const placeOf = ({ baseUrl, userId, broadcastId, folder }: NonNullable<Plan['identity']>): readonly Part[] => [
  'At ',
  name(baseUrl),
  ', user ',
  name(userId),
  ', broadcast ',
  name(broadcastId),
  ...(folder === '' ? [] : [', managed from ', name(folder)]),
];

function verdictOf(plan: Plan, rate: RateSeen | undefined): Row {
  const { open, summary, uncompared, requests } = plan;
  const documents = summary.unchanged === 0 ? '' : ` (${count(summary.unchanged, 'document')})`;
  if (isIdle(plan))
    return { mark: isIncomplete(plan) || open.length > 0 ? '!' : '✓', parts: [equalWords(plan) + documents] };
  const effort = requests === 0 ? '' : ` (${effortWords(requests, rate)})`;
  return { parts: [...summaryParts(summary, uncompared?.length), effort] };
}

/** The number of requests and, if the service has reported its rate limit, whether they fit into it. */
function effortWords(requests: number, rate: RateSeen | undefined): string {
  const words = `${number(requests)} ${requests === 1 ? 'request' : 'requests'}`;
  if (!rate) return words;
  if (requests <= rate.left) return `${words}; the rate limit leaves ${rate.left}`;
  const reset = rate.resetsIn === undefined ? '' : ` and resets in ${Math.ceil(rate.resetsIn / 1000)} s`;
  return `${words}; the rate limit leaves ${rate.left}${reset}, so the sync will pause`;
}

function refusedBlocks(plan: Plan): readonly Block[] {
  const { refusals, open, changes, digest, target } = plan;
  const helps = refusals.map((refusal) => helpOf(refusal, plan));
  const rows = refusals.map(({ reason }, index): Row => {
    const help = helps[index];
    const isLast = help !== undefined && help !== helps[index + 1];
    return { parts: [said(reason)], below: isLast ? [{ parts: [strong('help'), ': ', said(help)] }] : [] };
  });
  const why = refusals.length > 0 ? 'The guard refuses this plan' : 'This plan replaces objects';
  const isForPerson = needsPerson(plan) && digest !== undefined;
  return [
    ...blockOf({ type: 'refused', title: 'refused', rows }),
    ...sentences('note', '', [
      ...(isForPerson ? [`${why}. Its digest allows that: \`gitcast sync --target ${target} --reviewed DIGEST\``] : []),
      ...(changes.length > 0 && open.length > 0 ? [openWords(plan)] : []),
    ]),
  ];
}

function secretBlocks(plan: Plan): readonly Block[] {
  const rows = carriedSecrets(plan).map(({ name: secret, addresses }) => ({
    parts: [name(secret), ' with ', ...listed(addresses)],
  }));
  return blockOf({ type: 'section', title: 'Secrets sent', rows, open: rows.length });
}

type Step = Change['action'] | 'blind';

const stepOf = ({ action, fields }: Change, { offline }: Plan): Step =>
  action === 'update' && !offline && fields.some(({ unread }) => unread) ? 'blind' : action;

/** What cannot be undone first, what a person must decide next. */
const TITLES: Readonly<Record<Step, string>> = {
  delete: 'Deletes',
  replace: 'Replaces',
  blind: 'Blind writes, without reading first',
  conflict: 'Conflicts',
  drift: 'Drift',
  manual: 'To do by hand',
  update: 'Updates',
  create: 'Creates',
  adopt: 'Adopted',
  move: 'Moved',
  forget: 'No longer managed',
};

/** What a sync does about those that need attention; how to decide the others depends on their reasons. */
const NOTES: Readonly<Partial<Record<Step, string>>> = {
  delete: 'Deleted on the target. Git still has the files; what no file has is lost.',
  replace:
    'This target cannot update these objects: a new one is created, then the old one is deleted. Its id changes.',
  blind: 'The target does not show all of these values, so they are overwritten without reading them first.',
  conflict: 'Changed here and on the target.',
  drift: 'Changed on the target only.',
  manual: 'No sync can make these changes on this target: make them in the web editor.',
};

/** A page folds more changes than this, and fewer of those that need no attention. */
const MOST_OPEN = 40;

function sectionsOf(plan: Plan): readonly Block[] {
  const steps = Map.groupBy(plan.changes, (change) => stepOf(change, plan));
  return (Object.keys(TITLES) as Step[]).flatMap((step) => {
    const changes = steps.get(step) ?? [];
    // Nothing brings back what no file has.
    const sorted = changes.toSorted((a, b) => Number(losesMore(b)) - Number(losesMore(a)));
    const note = [NOTES[step], ...waysOut(changes, plan.target)].filter(Boolean).join(' ');
    return blockOf({
      type: 'section',
      title: TITLES[step],
      rows: sorted.map((change) => changeRow(change, { isOffline: plan.offline === true })),
      summary: byFolder(changes),
      ...(note !== '' && { note, open: MOST_OPEN }),
    });
  });
}

const losesMore = ({ lost }: Change): boolean => lost?.unmanaged !== undefined;

const MOST_FOLDERS = 12;

/** `events/friday 40, events/saturday 12, pages 1`. */
function byFolder(changes: readonly Change[]): string {
  const folderOf = ({ address }: Change): string => address.slice(0, address.lastIndexOf('/')) || address;
  const folders = [...Map.groupBy(changes, folderOf)].map(([folder, { length }]) => `${folder} ${number(length)}`);
  return firstOf(folders, MOST_FOLDERS, (left) => `${number(left)} more folders`).join(', ');
}
