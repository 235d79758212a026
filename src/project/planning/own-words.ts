/**
 * The sentences of a plan that is read from a file. Digests cover what a plan changes, not its sentences, so the author of
 * the file could add “approved by security” to a change. A reason is therefore shown only if gitcast gives it for such a
 * change, with nothing in it but names; other sentences are quoted, with their origin.
 */
import { aKind } from '../../model/library.ts';
import type { Change, Plan, Refusal } from '../../plan/plan.ts';

/** Words that cannot be read as a sentence: an id, an address, names of targets or fields. */
const NAME = String.raw`[\w./-]{1,200}`;
const NAMES = `${NAME}(?:(?:, | and )${NAME}){0,20}`;
/** An object on the target: its title is quoted. */
const OBJECT = String.raw`the [a-z ]{1,40} (?:“[^”]{0,200}” \(${NAME}\)|${NAME})`;

type Reasons = (change: Change) => readonly string[];

const WAITING =
  '(?:; a request of an earlier run may still have created it: sync creates it only if the target does not show it at [0-9TZ:-]{20,24}|; the target may not show it yet: sync waits for it until [0-9TZ:-]{20,24} at the latest)?';

const asRead = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const recreating = (flag: string): string =>
  `\`gitcast pull --theirs\` deletes the file, \`gitcast sync ${flag}\` creates it again`;

/** By action, as regular expressions. Those of an offline plan are among them. */
const REASONS: Readonly<Record<Change['action'], Reasons>> = {
  create: () => [
    `the target has no such object${WAITING}`,
    `deleted on the target, but its file asks for it${WAITING}`,
    'no object on the target is known for it',
  ],
  update: () => [
    `changed here(?:; the target cannot be read| since the last sync)?${WAITING}`,
    'the documents point to each other: the pointer is set once both exist',
  ],
  replace: () => [`this target cannot change it, so a new one is created and the old one is deleted${WAITING}`],
  delete: () => [
    `(?:the file was deleted|it was replaced by a newer one|its \`\\$targets\` limit it to ${NAMES})${WAITING}`,
  ],
  adopt: ({ unshown = [] }) => [
    'created by an interrupted run',
    'deleted on the target and made again there',
    'the target already (?:matches|has it)',
    `the target already has it, but does not show its ${asRead(unshown.join(', '))}: assumed to match the file`,
    'its id comes from the file or the configuration',
  ],
  move: ({ from = '' }) => [`the file was ${asRead(from)}`],
  forget: () => [`its object now belongs to ${NAME}`, 'no longer managed', 'the file and the object are both gone'],
  drift: () => [
    'changed on the target, not here',
    `deleted on the target, not here: ${recreating('--overwrite-drift')}`,
  ],
  conflict: ({ address }) => [
    'changed here and on the target to different values',
    'the target has different values',
    'this target can only replace it, which would lose what was changed there since',
    'the file was deleted, and the object was changed on the target',
    `changed here, and deleted on the target: ${recreating('--ours')}`,
    `the target has no object with the id ${NAME}: remove \`\\$id\` from the file, or set it to the id of another object,(?: such as ${NAMES},)? and run \`gitcast plan\` again`,
    `its \`\\$id\` ${NAME} is the object of ${NAME}: remove \`\\$id\`, or the file that you do not need`,
    String.raw`(?:deleted on the target; )?(?:\d+ objects on the target look like it \(${NAMES}\)|[a-z ]{1,40} ${NAMES} on the target (?:looks like it|starts with the same text and may be this one, cut short|has the same place and time under a different title)): to adopt it, add ${'`'}\$id: (?:the id of the right one|${NAME})${'`'} to the file; to create a new one, run ${'`'}gitcast sync --create ${asRead(address)}${'`'}(?:; to delete the file, run ${'`'}gitcast pull ${asRead(address)} --theirs${'`'})?`,
    `the service confirmed its creation, but its list does not show it: find it in the web editor and add its id as \`\\$id\` to the file, or create it with \`gitcast sync --create ${asRead(address)}\``,
  ],
  manual: ({ kind }) => [
    `this target cannot (?:change|delete) ${aKind(kind)}(?:, and cannot delete the one with the id ${NAME})?: (?:change|delete) it in the web editor`,
    `this target can only replace it, which would lose its ${NAME}: no file has it`,
    `it was replaced by a newer one, but ${OBJECT} still points to the old one: change that in the web editor`,
    `it was replaced by a newer one, but this target cannot delete ${aKind(kind)} with this id: delete it in the web editor`,
  ],
};

/** True if gitcast gives this reason for such a change. */
export const isOwnReason = (change: Change): boolean =>
  REASONS[change.action](change).some((pattern) => new RegExp(`^(?:${pattern})$`, 'u').test(change.reason));

const GUARD =
  /^it would delete \d+ (?:objects|files|of \d+ [a-z-]+), and guard\.deletes\.(?:count allows \d+|percent allows [\d.]+ %)$/;

const EMPTIED = /^(?:(?:all [a-z-]+|broadcast\.yaml)(?:, | and )?){1,20} (?:is|are) gone from the content$/;

const ORIGIN = 'the job that made this plan wrote the following notes, and no digest covers them';

/** The same plan for readers who do not know who made the file. */
export const inOwnWords = (plan: Plan): Plan => ({
  ...plan,
  changes: plan.changes.map((change) => (isOwnReason(change) ? change : { ...change, reason: '' })),
  refusals: plan.refusals.map(quoted),
  notes: plan.notes.length === 0 ? [] : [ORIGIN, ...plan.notes.map((note) => `“${note}”`)],
});

function quoted(refusal: Refusal): Refusal {
  const { reason, allows } = refusal;
  if (GUARD.test(reason) || EMPTIED.test(reason)) return { reason, ...(allows && { allows }) };
  return { reason: `the job that made this plan reports “${reason}”`, ...(allows && { allows }) };
}
