/** Finds the proposed edit that makes the content invalid, and leaves out no more than that. */
import { layersOf } from '../content/overlay.ts';
import type { Diagnostic, Span } from '../diagnostics/diagnostic.ts';
import { isRequired } from '../kinds/file-form.ts';
import { kindNamed } from '../kinds/registry.ts';
import type { Broadcast } from '../model/broadcast.ts';
import { keysOf, leavesOf } from '../values/leaves.ts';
import { isDeletion, shownFile, type Proposal } from './pull-plan.ts';
import type { PullInput, Refusals } from './proposing.ts';
import { readMarkdown } from '../content/front-matter.ts';
import { Source } from '../content/source.ts';
import { readYaml } from '../content/yaml-tree.ts';
import { isObject } from '../values/json.ts';

interface Situation extends Pick<PullInput, 'source'> {
  readonly proposals: readonly Proposal[];
  readonly refusals: Refusals;
  readonly prefix: string;
  /** The content before the edits, which is valid. */
  readonly present: Broadcast;
}

export function leaveOut(errors: readonly Diagnostic[], situation: Situation): void {
  for (const error of errors.map((each) => inSourceOrder(each, situation))) {
    for (const proposal of culprits(error, situation)) leaveOutOf(proposal, error, situation);
  }
}

/**
 * If a file repeats another one, the newer of them is too many, and of two new ones that which is listed last. The other is
 * named by its place in the source, since a file that is left out has no name.
 */
function inSourceOrder(error: Diagnostic, { proposals, prefix, source }: Situation): Diagnostic {
  const { at, message, notes } = error;
  const [note] = notes;
  if (!note?.at || !message.includes(note.at.file)) return error;
  const indexOf = (file: string): number =>
    proposals.findIndex(({ edits: [edit] }) => edit?.kind === 'create' && shownFile(prefix, edit.file) === file);
  const [many, other] = indexOf(at.file) < indexOf(note.at.file) ? [note.at, at] : [at, note.at];
  const kept = proposals[indexOf(other.file)];
  const name = (kept && source?.placeOf(kept.kind, kept.id)) ?? other.file;
  return { ...error, message: message.replaceAll(note.at.file, name), at: many, notes: [{ ...note, at: other }] };
}

function leaveOutOf(proposal: Proposal, error: Diagnostic, { refusals, prefix, source }: Situation): void {
  const { kind, id } = proposal;
  const place = source?.placeOf(kind, id);
  const where = place === undefined ? 'on the target' : `in ${place}`;
  const reason = isDeletion(proposal)
    ? `it is gone from the target, but ${error.at.file} still names it`
    : `the value ${where} is not valid in a file: ${error.message}`;
  const leaf = faultyLeaf(proposal, error, prefix);
  if (leaf !== undefined && !refusals.omitted(kind, id).has(leaf)) refusals.omit(proposal, leaf, reason);
  else refusals.refuse(proposal, reason);
}

/** The one invalid field, if the document is valid without it. */
function faultyLeaf({ kind, edits, learning }: Proposal, { at, code }: Diagnostic, prefix: string): string | undefined {
  const edit = edits.find(({ file }) => shownFile(prefix, file) === at.file);
  if (!edit || edit.kind === 'delete' || learning?.type !== 'agree') return undefined;
  const leaf = leafAround(edit.text, at);
  if (leaf === undefined || leaf.startsWith('$')) return undefined;
  // An existing file keeps its value.
  if (learning.taken !== 'all') return learning.taken.has(leaf) ? leaf : undefined;
  const [name, ...below] = keysOf(leaf);
  if (below.length > 0) return leaf;
  const field = kindNamed(kind).fields[name!];
  // A field missing at the top level is reported at the first field, which has nothing to do with it.
  const isElsewhere = code === 'missing-field' && at.line <= 2;
  return !field || isRequired(field, 'file') || isElsewhere ? undefined : leaf;
}

/** The edit that caused a problem: of the file itself, of one it conflicts with, or a deletion it relied on. */
function culprits(error: Diagnostic, { proposals, prefix, present }: Situation): readonly Proposal[] {
  const { at, notes, code, message } = error;
  const touching = (file: string | undefined): readonly Proposal[] =>
    proposals.filter(({ edits }) => edits.some((edit) => shownFile(prefix, edit.file) === file));
  const holder = [...present.entities.values()].find(({ document }) =>
    layersOf(document).some(({ source }) => source.file === at.file),
  );
  const pointed = new Set(holder?.pointers.flatMap(({ to }) => ('address' in to ? [to.address] : [])));
  const withEdits = proposals.filter(({ edits }) => edits.length > 0);
  const targets = withEdits.filter(({ address }) => pointed.has(address));
  const own = touching(at.file);
  // The pointer was there before, and what it leads to would go.
  const gone = targets.filter((proposal) => isDeletion(proposal) && message.includes(proposal.address));
  const isOld = code === 'pointer-not-found' && !own.some((proposal) => faultyLeaf(proposal, error, prefix));
  if (isOld && gone.length > 0) return gone;
  if (own.length > 0) return own;
  const others = notes.flatMap((note) => touching(note.at?.file));
  if (others.length > 0) return others;
  // Everything was valid before, so one of the edits is the cause: making none of them is better than an invalid file.
  return targets.length > 0 ? targets : withEdits;
}

/** The leaf or group of leaves of a file that contains a problem; undefined for a problem in its body. */
export function leafAround(text: string, { file, line, column }: Span): string | undefined {
  const markdown = file.endsWith('.md') ? readMarkdown(text) : undefined;
  const { data } = markdown ?? readYaml(text);
  if (!isObject(data)) return undefined;
  const source = new Source(file, text, markdown && { yaml: markdown.yaml });
  if (markdown && line >= source.span(markdown.bodyStart, markdown.bodyStart).line) return undefined;
  let nearest: { name: string; at: Span } | undefined;
  for (const name of namesIn([...leavesOf(data).keys()])) {
    const at = source.keySpan(keysOf(name));
    if (isBefore(at, { line, column }) && (!nearest || isBefore(nearest.at, at))) nearest = { name, at };
  }
  return nearest?.name;
}

type Position = Pick<Span, 'line' | 'column'>;

const isBefore = (one: Position, other: Position): boolean =>
  one.line < other.line || (one.line === other.line && one.column <= other.column);

/** The leaves, and the groups around them. */
function namesIn(leaves: readonly string[]): ReadonlySet<string> {
  return new Set(
    leaves.flatMap((name) => {
      const parts = name.split(/(?<!\\)\./);
      return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
    }),
  );
}
