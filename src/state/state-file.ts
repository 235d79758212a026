/** The format of the state file: versioned, canonical, and compact where the answer equals what was sent. */
import { UserError } from '../diagnostics/errors.ts';
import { isObject, type Json, type JsonObject } from '../values/json.ts';
import { isAddressOf } from '../model/address-shape.ts';
import type { BaseEntry, BaseLeaf } from '../model/base.ts';
import { identityJson, readIdentity, type TargetIdentity } from '../model/target-identity.ts';
import * as is from '../values/shape.ts';
import { canonicalJson } from '../values/canonical-json.ts';
import { readStrictJson } from '../values/strict-json.ts';
import { entryFields, leafShape, lineFrom, type Intent } from './journal-line.ts';
import { sharedObject } from './one-address.ts';
import type { State } from './store.ts';

const VERSION = 1;

/** The target of the state. */
export interface StateOwner {
  readonly target: string;
  readonly identity: TargetIdentity;
}

export function encodeState({ target, identity }: StateOwner, { base, unfinished }: State): string {
  const { entries, deleted } = base;
  return canonicalJson({
    version: VERSION,
    target,
    identity: identityJson(identity),
    entries: Object.fromEntries([...entries].map(([address, entry]) => [address, encodeEntry(entry)])),
    ...(deleted && deleted.size > 0 && { deleted: Object.fromEntries(deleted) }),
    ...(unfinished.length > 0 && { unfinished }),
  });
}

export function decodeState(
  text: string,
  { target, path }: { target: string; path: string },
): State & { readonly identity: TargetIdentity } {
  const state = parse(text, path);
  if (state['target'] !== target)
    throw damaged(path, `it is the state of a different target, ${JSON.stringify(state['target'])}`);
  const { entries, deleted = {}, unfinished = [] } = state;
  if (!isObject(entries)) throw damaged(path, 'it has no entries');
  if (!Array.isArray(unfinished)) throw damaged(path, '`unfinished` is not a list');
  if (!is.hasShape(deleted, is.recordOf(is.number)))
    throw damaged(path, '`deleted` is not a list of ids with their times');
  const decoded = new Map(
    Object.entries(entries).map(([address, entry]) => [address, decodeEntry(entry, address, path)]),
  );
  const shared = sharedObject(decoded);
  if (shared) throw damaged(path, `two documents have the id ${shared.id}: ${shared.addresses.join(' and ')}`);
  const identity = readIdentity(state['identity']);
  if (!identity) throw damaged(path, 'it does not name its target');
  return {
    identity,
    base: { entries: decoded, deleted: new Map(Object.entries(deleted)) },
    unfinished: unfinished.map((intent) => decodeIntent(intent, path)),
  };
}

function parse(text: string, path: string): JsonObject {
  const state = readStrictJson(text);
  if (!state.ok) {
    const isMerged = /^(<{7}|>{7}) /m.test(text);
    throw damaged(path, isMerged ? 'it contains merge conflict markers from git' : state.why);
  }
  if (!isObject(state.value) || !Object.hasOwn(state.value, 'version')) throw damaged(path, 'it has no version');
  const version = JSON.stringify(state.value['version']);
  if (version === JSON.stringify(VERSION)) return state.value;
  throw new UserError(`${path} has the state version ${version}, and this gitcast supports ${VERSION}`, {
    suggestion: 'update gitcast here too: `npm install gitcast@latest`',
  });
}

function encodeEntry({ leaves, ...rest }: BaseEntry): JsonObject {
  const encoded = Object.entries(leaves).map(([name, { sent, answered }]): [string, Json] => [
    name,
    sent === answered ? sent : { sent, answered },
  ]);
  return { ...rest, leaves: Object.fromEntries(encoded) };
}

type WrittenLeaf = string | BaseLeaf;
type WrittenEntry = Omit<BaseEntry, 'leaves'> & { readonly leaves: Readonly<Record<string, WrittenLeaf>> };

const writtenLeaf: is.Shape<WrittenLeaf> = {
  check: (leaf) => (typeof leaf === 'string' ? [] : leafShape.check(leaf)),
};
const writtenEntry = is.objectOf<WrittenEntry>({ ...entryFields, leaves: is.recordOf(writtenLeaf) });

function decodeEntry(entry: unknown, address: string, path: string): BaseEntry {
  if (!is.hasShape(entry, writtenEntry)) {
    throw damaged(path, `in its entry for ${address} ${is.describeMismatch(is.mismatchOf(entry, writtenEntry)!)}`);
  }
  if (!isAddressOf(address, entry.kind))
    throw damaged(path, `“${address.slice(0, 60)}” is not the address of a document of the kind ${entry.kind}`);
  const { leaves, ...rest } = entry;
  const decoded = Object.entries(leaves).map(([name, leaf]): [string, BaseLeaf] => [
    name,
    typeof leaf === 'string' ? { sent: leaf, answered: leaf } : { sent: leaf.sent, answered: leaf.answered },
  ]);
  return { ...rest, leaves: Object.fromEntries(decoded) };
}

function decodeIntent(intent: Json, path: string): Intent {
  const line = lineFrom(intent);
  if (typeof line !== 'string' && line.type === 'intent') return line;
  throw damaged(path, `one of \`unfinished\` is no intent${typeof line === 'string' ? `: ${line}` : ''}`);
}

function damaged(path: string, why: string): UserError {
  const message = `the state file ${path} cannot be used: ${why}`;
  if (/[\\/]import\.[^\\/]+$/.test(path))
    return new UserError(message, {
      suggestion: 'restore it from git, or delete it: the next import recognises everything again',
    });
  return new UserError(message, {
    suggestion:
      'restore it from git (`git checkout -- FILE`), or run `gitcast state rebuild`: it finds everything on the target again by title, and creates nothing twice',
  });
}
