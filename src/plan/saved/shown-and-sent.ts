/**
 * Compares what a saved plan shows with what it would do. A person approves `fields`, and the requests carry `after`: if
 * somebody edited one of them, the other is not what was approved.
 */
import { isSensitiveLeaf } from '../fields/credentials.ts';
import { holdsSecret, isMarked } from '../fields/secrets.ts';
import type { Base } from '../../model/base.ts';
import { objectKey } from '../identity/identity.ts';
import { isSending, SENSITIVE, type Change, type FieldChange, type Plan } from '../plan.ts';
import { canonical } from '../../values/canonical.ts';
import { isObject, withoutValueAt, type Json, type JsonObject, type Path } from '../../values/json.ts';
import { keysOf, leafAt, leavesOf, topLevelKey } from '../../values/leaves.ts';

/** The first part of a saved plan that is not what it shows, as a sentence about that change. */
export function shownDifference(plan: Plan, base: Base): { readonly index: number; readonly why: string } | undefined {
  const facts = factsOf(plan, base);
  for (const [index, change] of plan.changes.entries()) {
    const why = foreignObject(change, facts) ?? differenceIn(completed(change, facts), facts);
    if (why !== undefined) return { index, why };
  }
  return undefined;
}

type Facts = ReturnType<typeof factsOf>;

function factsOf({ changes }: Plan, { entries }: Base) {
  const planned = Map.groupBy(changes, ({ address }) => address);
  const owners = new Map([...entries].map((each) => [objectKey(each[1].kind, each[1].id), each]));
  return {
    /** The ids of a document: pointers are shown as ids if these are known, and sent as addresses. */
    idsOf: (address: string): readonly string[] => [
      ...(planned.get(address) ?? []).flatMap(({ id }) => id ?? []),
      ...(entries.has(address) ? [entries.get(address)!.id] : []),
    ],
    updatesOf: (address: string) => (planned.get(address) ?? []).filter(({ action }) => action === 'update'),
    /** The address and entry of an object. */
    ownerOf: ({ kind, id }: Change) => (id === undefined ? undefined : owners.get(objectKey(kind, id))),
    /** The old address of a document that the plan moves. */
    movedFrom: new Map(changes.flatMap(({ address, from }) => (from === undefined ? [] : [[address, from]]))),
  };
}

/** Its id may have been edited, or another run may have moved the object to another document since. */
function foreignObject(change: Change, { ownerOf, movedFrom }: Facts): string | undefined {
  const { action, address } = change;
  const [owner] = ownerOf(change) ?? [];
  if (owner === undefined || owner === address || owner === movedFrom.get(address)) return undefined;
  return action === 'forget' ? undefined : `it names the object of ${owner}`;
}

/** A creation shows the pointers too that close a cycle; an update after it sends them. */
function completed(change: Change, { updatesOf }: Facts): Change {
  const { action, address, after = {}, pointers } = change;
  const [update] = action === 'create' || action === 'replace' ? updatesOf(address) : [];
  if (!update) return change;
  const sent = new Set(pointers.map(({ path }) => keyOf(path)));
  const closing = update.pointers.filter(({ path }) => !sent.has(keyOf(path)));
  const whole: JsonObject = { ...after, ...update.after };
  const first = closing.reduce((body, { path }) => withoutValueAt(body, path), whole);
  return canonical(first) === canonical(after)
    ? { ...change, after: whole, pointers: [...pointers, ...closing] }
    : change;
}

function differenceIn(change: Change, facts: Facts): string | undefined {
  if (!isSending(change)) return undefined;
  const wrong = change.fields.find((field) => !isSent(field, change, facts));
  if (wrong) return `\`fields\` shows a different value for \`${wrong.name}\` than \`after\` sends`;
  const hidden = hiddenIn(change);
  return hidden === undefined ? undefined : `\`after\` sends \`${hidden}\`, which \`fields\` does not show`;
}

function isSent({ name, after: shown }: FieldChange, change: Change, { idsOf, ownerOf }: Facts): boolean {
  const sent = leafAt(change.after ?? {}, name);
  if (shown === SENSITIVE) {
    const wasSecret = isMarked(ownerOf(change)?.[1].leaves[name]?.sent);
    return sent !== undefined && (isSensitiveLeaf(change, name) || holdsSecret(sent) || wasSecret);
  }
  // A value of the old object is carried over, with the rest of its field.
  if (change.action === 'replace' && (shown ?? null) === null) return true;
  const pointers = new Map(change.pointers.map(({ path, address }) => [keyOf(path), address]));
  const isPointer = (path: Path, value: Json | undefined, id: Json | undefined): boolean => {
    const address = pointers.get(keyOf(path));
    if (address === undefined || value !== address || typeof id !== 'string') return false;
    const ids = idsOf(address);
    // An unknown document fails on its own when the plan is applied.
    return ids.length === 0 || ids.includes(id);
  };
  return isSame(sent, shown, keysOf(name), isPointer);
}

const keyOf = (path: Path): string => JSON.stringify(path.map(String));

type IsPointer = (path: Path, sent: Json | undefined, shown: Json | undefined) => boolean;

function isSame(sent: Json | undefined, shown: Json | undefined, path: Path, isPointer: IsPointer): boolean {
  if (canonical(sent) === canonical(shown) || isPointer(path, sent, shown)) return true;
  if (Array.isArray(sent) && Array.isArray(shown)) {
    return sent.length === shown.length && sent.every((each, at) => isSame(each, shown[at], [...path, at], isPointer));
  }
  if (!isObject(sent) || !isObject(shown)) return false;
  const keys = new Set([...Object.keys(sent), ...Object.keys(shown)]);
  return [...keys].every((key) => isSame(sent[key], shown[key], [...path, key], isPointer));
}

/** An update sends whole top-level fields, and a replacement sends everything that the old object had. */
function hiddenIn({ action, after = {}, fields }: Change): string | undefined {
  const names = fields.map(({ name }) => name);
  if (action === 'create') return [...leavesOf(after).keys()].find((name) => !names.includes(name));
  if (action === 'update') return Object.keys(after).find((key) => !names.some((name) => topLevelKey(name) === key));
  return undefined;
}
