/**
 * What becomes of the intents that earlier runs have left open. A change of this plan answers them once it is made: it takes
 * over what they created, or writes what they were about to write. An object that is nowhere was not made, once a complete
 * list lacks it that was begun long enough after its request can last have left; until then nothing is created in its place.
 */
import { kindNamed } from '../kinds/registry.ts';
import { begunUpdates } from './begun-updates.ts';
import type { OpenIntent, PlanInput } from './context.ts';
import { hasDigest, isEcho } from './echo.ts';
import type { Identified } from './identify.ts';
import type { Change, OpenCreation } from './plan.ts';

export interface Settled {
  readonly changes: readonly Change[];
  readonly open: readonly OpenCreation[];
  readonly absent: readonly string[];
}

export function settleIntents(wanted: readonly Change[], identified: Identified, input: PlanInput): Settled {
  if (input.intents.length === 0) return { changes: wanted, open: [], absent: [] };
  const found = new Set([...identified.found.values()].flat());
  const missing = input.intents.filter(({ action, kind }) => action === 'create' && isRead(kind, input));
  const [absent, open] = parted(
    missing.filter((intent) => !found.has(intent)),
    (intent) => isSettled(intent, input),
  );
  const waiting = Map.groupBy(open, ({ address }) => address);
  const homeless = open.filter(({ address }) => !input.broadcast.entities.has(address));
  const waitsFor = (change: Change): readonly OpenIntent[] => [
    ...(waiting.get(change.address) ?? []),
    ...homeless.filter((intent) => mayBeOf(intent, change, input)),
  ];
  const answers = new Answers(wanted, identified, input);
  const changes = wanted.map((change) => waitingFor(waitsFor(change), answers.given(change), input));
  const idle = input.intents.filter(
    (intent) =>
      intent.action === 'update' && isRead(intent.kind, input) && isSettled(intent, input) && !answers.has(intent),
  );
  return {
    changes,
    open: open
      .filter((intent) => !isDue(intent, input))
      .map(({ address, kind, key, settlesAt }) => ({ address, kind, key, until: settlesAt })),
    absent: [...absent, ...idle].map(({ key }) => key),
  };
}

/** Whether all of the kind was read: only then is something that was not seen not there. */
const isRead = (kind: OpenIntent['kind'], { snapshot }: PlanInput): boolean =>
  snapshot.kinds.get(kind)?.type === 'read';

const isDue = ({ settlesAt }: OpenIntent, { snapshot }: PlanInput): boolean => snapshot.startedAt >= settlesAt;

const isSettled = (intent: OpenIntent, input: PlanInput): boolean =>
  isDue(intent, input) && (!intent.confirmed || input.choices.create(intent.address));

/** Which intents each change answers: those of creations by address, those of updates by the object. */
class Answers {
  readonly #found: Identified['found'];
  readonly #input: PlanInput;
  readonly #changes: ReadonlyMap<string, readonly Change[]>;
  readonly #given = new Set<OpenIntent>();

  constructor(changes: readonly Change[], { found }: Identified, input: PlanInput) {
    this.#found = found;
    this.#input = input;
    this.#changes = Map.groupBy(changes, ({ address }) => address);
  }

  has(intent: OpenIntent): boolean {
    return this.#given.has(intent);
  }

  given(change: Change): Change {
    const { action, address, id = '' } = change;
    const takesOver = action === 'adopt' || action === 'move';
    const ends = action === 'update' || action === 'delete' || action === 'forget';
    const created = takesOver || action === 'delete' || action === 'forget' ? (this.#found.get(address) ?? []) : [];
    const isAlone = takesOver && this.#changes.get(address)!.length === 1;
    const begun = begunUpdates(id, this.#input);
    const updated = ends || isAlone ? begun : [];
    const answered = [...created, ...updated];
    // One that is still to be decided keeps its intents too.
    for (const intent of [...answered, ...begun]) this.#given.add(intent);
    return answered.length === 0 ? change : { ...change, settles: answered.map(({ key }) => key) };
  }
}

/** Whether the file of a creation may have been renamed to the one that is created now. */
function mayBeOf({ kind, naturalKey, leaves }: OpenIntent, change: Change, { digest }: PlanInput): boolean {
  if (change.action !== 'create' || kind !== change.kind) return false;
  const given = naturalKey ?? leaves;
  const names = kindNamed(kind).naturalKey.find((key) => key.every((name) => Object.hasOwn(given, name))) ?? [];
  const isSame = (name: string): boolean => {
    const value = change.after?.[name];
    return naturalKey ? isEcho(naturalKey[name], value) : hasDigest(value, leaves[name]!, digest);
  };
  return names.length > 0 && names.every(isSame);
}

/** A creation waits for those before it of the same document. */
function waitingFor(open: readonly OpenIntent[], change: Change, input: PlanInput): Change {
  if (open.length === 0 || (change.action !== 'create' && change.action !== 'replace')) return change;
  const waitsUntil = Math.max(...open.map(({ settlesAt }) => settlesAt));
  if (open.some((intent) => !isDue(intent, input))) {
    const reason = `${change.reason}; a request of an earlier run may still have created it: sync creates it only if the target does not show it at ${instant(waitsUntil)}`;
    return { ...change, waitsUntil, reason };
  }
  const { after: _, ...rest } = change;
  const reason =
    'the service answered that it created it, and its list does not show it: look for it in the web editor and write its id as `$id` into the file, or create it with `gitcast sync --create ' +
    `${change.address}\``;
  return { ...rest, action: 'conflict', certainty: 'verified', pointers: [], secrets: [], sets: [], reason };
}

const instant = (epoch: number): string => new Date(epoch).toISOString().replace(/\.\d+Z$/, 'Z');

function parted<T>(all: readonly T[], test: (each: T) => boolean): [T[], T[]] {
  return [all.filter(test), all.filter((each) => !test(each))];
}
