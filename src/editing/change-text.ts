/**
 * Carries out an operation on the text that a file has now. Nothing that the form has not shown is overwritten: a value that
 * somebody else changed meanwhile is a conflict, except for a long text, which is merged if the two did not touch the same lines.
 */
import { editMarkdown } from '../content/edit/edit-markdown.ts';
import { editYaml, type Edit } from '../content/edit/yaml.ts';
import { readMarkdown } from '../content/front-matter.ts';
import { layData } from '../content/overlay.ts';
import { readYaml } from '../content/yaml-tree.ts';
import { assertNever } from '../diagnostics/errors.ts';
import { isSame } from '../values/canonical.ts';
import { isObject, valueAt, type Json, type JsonObject, type Path } from '../values/json.ts';
import { withLineFeeds } from '../values/line-breaks.ts';
import { framedAs, mergeTexts } from '../values/merge-texts.ts';
import { outermostList, placedNow } from './list-place.ts';
import type { Operation } from './protocol.ts';
import type { WrittenPart } from './written-part.ts';

export type ChangedText =
  | { readonly type: 'changed'; readonly text: string }
  | { readonly type: 'conflict'; readonly theirs?: Json }
  /** The file as it is cannot be edited: `reason` is a clause. */
  | { readonly type: 'unreadable'; readonly reason: string };

/** `text`: undefined for a file that does not exist yet. */
export function changeText(part: WrittenPart, asked: Operation, text: string | undefined): ChangedText {
  const isMarkdown = part.file.endsWith('.md');
  const now = text === undefined ? NOTHING : isMarkdown ? readMarkdown(text) : { ...readYaml(text), body: '' };
  const [problem] = now.problems;
  if (problem) return { type: 'unreadable', reason: problem.message };
  if (part.path === undefined) return changeBody(part, asked, { text, body: bodyOf(part, now.body) });
  const data = isObject(now.data) ? now.data : {};
  const all = part.below ? layData(part.below, data) : data;
  const operation = placedNow(asked, part.path, all);
  if (!operation) return conflict(undefined);
  const laid = valueAt(all, operation.path);
  if ('was' in operation || operation.do === 'set') {
    const was = 'was' in operation ? operation.was : undefined;
    const alreadyDone = operation.do === 'set' && isSame(laid, operation.value);
    if (!isSame(laid, was) && !alreadyDone) return conflict(laid);
  }
  const edits = [editOf(operation, data, part.below)];
  return { type: 'changed', text: isMarkdown ? editMarkdown(text ?? '', edits) : editYaml(text ?? '', edits) };
}

const NOTHING = { data: {} as Json, problems: [], body: '' } as const;

const conflict = (theirs: Json | undefined): ChangedText => ({
  type: 'conflict',
  ...(theirs !== undefined && { theirs }),
});

/** A body is overlaid as a whole. */
const bodyOf = ({ below = {}, body = '' }: WrittenPart, text: string): string =>
  withLineFeeds(text.trim() === '' ? String(below[body] ?? text) : text);

/** A text that is new begins in the first line, and ends with a line break. */
const NEW_BODY = '.\n';

function changeBody(
  { file }: WrittenPart,
  operation: Operation,
  { text = '', body }: { readonly text: string | undefined; readonly body: string },
): ChangedText {
  const value = operation.do === 'set' ? operation.value : '';
  const was = ('was' in operation ? operation.was : undefined) ?? '';
  if (typeof value !== 'string' || typeof was !== 'string') return conflict(body);
  const frame = body.trim() === '' ? NEW_BODY : body;
  const [ancestor, here] = [framedAs(frame, was), framedAs(frame, value)];
  const { text: next, conflicts } = mergeTexts({
    ancestor,
    here,
    there: body.trim() === '' ? ancestor : body,
    thereName: file,
  });
  return conflicts > 0 ? conflict(body) : { type: 'changed', text: editMarkdown(text, [], next) };
}

/** A list is overlaid as a whole, so a change inside one that is inherited writes all of it; `null` clears what is. */
function editOf(operation: Operation, data: JsonObject, below: JsonObject | undefined): Edit {
  const { path } = operation;
  const outer = outermostList(path);
  if (below && outer && Array.isArray(valueAt(below, outer)) && valueAt(data, outer) === undefined) {
    const list = editYaml('', [{ path: ['list'], value: valueAt(below, outer)! }]);
    const inner = editAt(['list', ...path.slice(outer.length)], operation);
    return { path: outer, value: valueAt(readYaml(editYaml(list, [inner])).data, ['list'])! };
  }
  const isInherited = valueAt(below, path) !== undefined;
  return operation.do === 'remove' && isInherited ? { path, value: null } : editAt(path, operation);
}

function editAt(path: Path, operation: Operation): Edit {
  switch (operation.do) {
    case 'set':
      return { path, value: operation.value };
    case 'remove':
      return { path, remove: true };
    case 'insert':
      return { path, insert: operation.value };
    case 'move':
      return { path, moveTo: operation.to };
    default:
      return assertNever(operation);
  }
}
