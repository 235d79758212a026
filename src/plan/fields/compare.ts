/**
 * The three-way comparison of one document, leaf by leaf. The file, the remote and the base may each have changed:
 *
 * | file | remote | verdict |
 * | - | - | - |
 * | as in the base | as in the base | agreed |
 * | changed | as in the base | push |
 * | as in the base | changed | drift: shown, kept |
 * | changed | changed to the same value | agreed |
 * | changed | changed to a different value | conflict |
 *
 * "As in the base" means the value that was sent for the file, and the value that was answered for the remote. A
 * service may answer with a different spelling than it was sent, and that is not a change. In a field that the file did
 * not have at the last sync, any value that somebody wrote on the target is a change.
 */
import { isObject, type Json } from '../../values/json.ts';
import { withLineFeeds } from '../../values/line-breaks.ts';
import { kindNamed } from '../../kinds/registry.ts';
import { isSecretReference } from '../../values/secret-reference.ts';
import { ASSUMED, isUnseen, UNDECIDED, type BaseEntry, type BaseLeaf } from '../../model/base.ts';
import type { RemoteRecord } from '../../model/snapshot.ts';
import { canonical, isSame } from '../../values/canonical.ts';
import { sentFor, canChange, type OpenIntent, type PlanInput } from '../context.ts';
import { hasAnyDigest, hasDigest, isCut, isEcho, belongsToOtherText } from './echo.ts';
import { isComputed } from './unmanaged.ts';
import type { Desired } from './desired.ts';
import { isTouched } from './edited.ts';
import { digestOf, digestOfFile, holdsSecret, isMarked, marked, withSecretDigests } from './secrets.ts';
import { isSensitiveLeaf } from './credentials.ts';
import { assembled, isChangedThere, isCovered, outgrownGroups, reshapedPlaces, shownPlaces } from './reshaped.ts';
import { leafAt, topLevelKey } from '../../values/leaves.ts';
import { SENSITIVE, type FieldChange } from '../plan.ts';

export interface Comparison {
  readonly push: readonly FieldChange[];
  readonly drift: readonly FieldChange[];
  readonly conflict: readonly FieldChange[];
  /** Leaves on which file and remote agree, with their new entry in the base. */
  readonly agreed: Readonly<Record<string, BaseLeaf>>;
  /** Leaves in conflict since the object was adopted. The base records the conflict until somebody resolves it. */
  readonly undecided: Readonly<Record<string, BaseLeaf>>;
  /** Leaves that are no longer managed and need no request. */
  readonly drops: readonly string[];
  /** Fields of an adopted object that the target does not show. They count as agreed. */
  readonly unshown: readonly string[];
  /** True if something was compared with the base only. */
  readonly blind: boolean;
}

type Verdict = 'push' | 'drift' | 'conflict' | 'agreed' | 'drop';

export interface Sides {
  readonly desired: Desired;
  /** The remote object; undefined if the target offers no way to read it. */
  readonly record: RemoteRecord | undefined;
  /** The entry that the last sync recorded; undefined for an object that is being adopted. */
  readonly entry: BaseEntry | undefined;
  /** Updates of interrupted runs: what they sent is not somebody else's change. */
  readonly begun: readonly OpenIntent[];
  /**
   * True while the service's answer to the last write has not been read yet. A value that could be an echo of the file
   * then counts as one.
   */
  readonly unseen: boolean;
}

export function compare(sides: Sides, input: PlanInput): Comparison {
  const { desired, entry } = sides;
  const found: Record<'push' | 'drift' | 'conflict', FieldChange[]> = { push: [], drift: [], conflict: [] };
  const agreed: Record<string, BaseLeaf> = {};
  const undecided: Record<string, BaseLeaf> = {};
  const drops: string[] = [];
  const unshown = new Set<string>();
  let blind = false;

  const outgrown = outgrownGroups(desired.leaves, sides, input);
  drops.push(...outgrown);
  const names = new Set(
    [...desired.leaves.keys(), ...Object.keys(entry?.leaves ?? {})].filter((name) => !outgrown.has(name)),
  );
  const places = reshapedPlaces(names, sides.record);
  for (const [place, inside] of places) {
    const { verdict, changes, same } = comparePlace(place, inside, sides, input);
    if (verdict === 'agreed') drops.push(...inside.filter((name) => !desired.leaves.has(name)));
    else found[verdict].push(...changes);
    if (verdict === 'agreed' || verdict === 'push') for (const leaf of same) agreed[leaf.name] = agreement(leaf, input);
    if (verdict === 'push' && !isReadable(place, sides.record)) blind = true;
    if (verdict === 'conflict' && inside.every((name) => entry?.leaves[name] === undefined))
      for (const name of inside) undecided[name] = undecidedLeaf(desired.leaves.get(name));
  }
  const placed = new Set([...places.values()].flat());
  for (const name of names) {
    if (placed.has(name)) continue;
    const leaf = sidesOf(name, sides, input);
    const verdict = decide(leaf, input);
    if (!leaf.remote && verdict !== 'agreed') blind = true;
    if (verdict === 'drop') drops.push(name);
    else if (verdict === 'agreed') {
      agreed[name] = agreement(leaf, input);
      if (isUnshown(leaf)) unshown.add(topLevelKey(name));
    } else found[verdict].push({ ...fieldChange(desired, name, leaf), ...sinceLastSync(verdict, desired, leaf) });
    if (verdict === 'conflict' && !leaf.base) undecided[name] = undecidedLeaf(leaf.file);
  }
  return { ...found, agreed, undecided, drops, unshown: [...unshown], blind };
}

/** The leaves of a place where the sides have different shapes get one verdict, and are shown as far as they differ. */
function comparePlace(
  place: string,
  inside: readonly string[],
  sides: Sides,
  input: PlanInput,
): { verdict: Exclude<Verdict, 'drop'>; changes: readonly FieldChange[]; same: readonly LeafSides[] } {
  const { desired, record, entry, begun } = sides;
  const isChanged = isReadable(place, record) && isChangedThere(place, { entry, record, begun }, input);
  const leaves = inside.filter((name) => desired.leaves.has(name)).map((name) => sidesOf(name, sides, input));
  // A field that the file clears is not clear as long as the target has a single value in place of its group.
  const isAgreed = ({ same: isEqual, name }: LeafSides): boolean => isEqual && !isCovered(name, record);
  const [same, different] = [leaves.filter(isAgreed), leaves.filter((leaf) => !isAgreed(leaf))];
  const verdict = leaves.length > 0 && different.length === 0 ? 'agreed' : decidePlace(inside, isChanged, sides, input);
  const names = different.map(({ name }) => name);
  // A value that others wrote is kept or replaced as a whole.
  const shown = isChanged || names.length === 0 ? [place] : shownPlaces(place, names, record);
  const bases = inside.flatMap((name) => entry?.leaves[name] ?? []);
  const base = bases.find(({ sent }) => isMarked(sent)) ?? bases[0];
  const changes = shown.map((name): FieldChange => {
    const remote = isReadable(name, record) ? { value: leafAt(record.fields, name) } : undefined;
    const leaf = { name, base, remote, file: assembled(name, desired.leaves) };
    return { ...fieldChange(desired, name, leaf), ...sinceLastSync(verdict, desired, leaf) };
  });
  return { verdict, changes, same };
}

function decidePlace(
  inside: readonly string[],
  isChanged: boolean,
  { desired, entry }: Sides,
  input: PlanInput,
): 'push' | 'drift' | 'conflict' {
  const { ours, overwriteDrift } = input.choices;
  if (!isChanged) return 'push';
  const isAsSynced = inside.every((name) => isAsSent({ desired, name, base: entry?.leaves[name] }, input));
  if (isAsSynced) return overwriteDrift ? 'push' : 'drift';
  return ours ? 'push' : 'conflict';
}

/**
 * No value has these digests: both sides count as changed, so the conflict remains. Marked if the file has a secret, so
 * that the old value is still recognised as one after the file drops it.
 */
const undecidedLeaf = (file: Json | undefined): BaseLeaf => ({
  sent: holdsSecret(file) ? marked(UNDECIDED) : UNDECIDED,
  answered: UNDECIDED,
});

const isAsCreated = ({ createdAt, updatedAt }: RemoteRecord): boolean =>
  updatedAt === undefined || updatedAt === createdAt || Date.parse(updatedAt) === Date.parse(createdAt ?? '');

type LeafSides = ReturnType<typeof sidesOf>;

function sidesOf(name: string, { desired, record, entry, unseen, begun }: Sides, input: PlanInput) {
  const [file, recorded] = [desired.leaves.get(name), entry?.leaves[name]];
  const remote = readLeaf(record, name, file, recorded);
  // The target shows now what was only assumed: the field is adopted like one of an object that has no entry.
  const isAdopted = recorded?.answered === ASSUMED && remote !== undefined;
  const base = isAdopted ? undefined : recorded;
  const isSingle = kindNamed(desired.entity.kind).single;
  return {
    name,
    desired,
    file,
    remote,
    base,
    /** True if the remote was read and equals the file. */
    same: remote !== undefined && (remote.value === file || isSame(remote.value, file)),
    /** Digests of what interrupted updates sent. */
    begun: sentFor(name, begun),
    takenOver: isAdopted || (entry === undefined && record !== undefined),
    /** True if nobody has changed the object since it was created with the broadcast: it has nobody's work in it. */
    asCreated: remote !== undefined && isSingle && isAsCreated(record!),
    unseen: unseen || isUnseen(base?.answered ?? ''),
    /** The start of the text, if that is all the target shows. */
    excerpt: name === kindNamed(desired.entity.kind).body ? record?.fields['excerpt'] : undefined,
    /** True if the field has the value that the service itself put there when no file had it. */
    computed: () => entry && record && isComputed(topLevelKey(name), entry, record, input.digest),
    /** True if others changed the object since the last sync. */
    touched: () => entry && record && isTouched(entry, record, input),
  };
}

function decide(leaf: LeafSides, input: PlanInput): Verdict {
  const { file, remote, same, base, takenOver, unseen } = leaf;
  const { choices } = input;
  if (file === undefined) return decideCleared(leaf, input);
  if (same || isSameBody(leaf) || (unseen && remote && mayBeAnswer(leaf, input))) return 'agreed';
  if (!base) {
    if (leaf.asCreated) return 'push';
    if (!takenOver) return isTypedByOthers(leaf, input) && !choices.ours ? 'conflict' : 'push';
    if (isSecretToSend(leaf, input)) return 'push';
    if (!remote && !belongsToOtherText(leaf.excerpt, file)) return 'agreed';
    if (!remote) return choices.ours ? 'push' : 'conflict';
    return isVacant(remote.value) || choices.ours ? 'push' : 'conflict';
  }
  if (!remote && base.answered === ASSUMED && belongsToOtherText(leaf.excerpt, file))
    return choices.ours ? 'push' : 'conflict';
  const fileChanged = !isAsSent(leaf, input);
  const remoteChanged = isChanged(leaf, input) && !isDropped(leaf);
  if (!remoteChanged && isOurUpdate(leaf, input)) return isUpdateOf(file, leaf, input) ? 'agreed' : 'push';
  if (!remoteChanged) return fileChanged ? 'push' : 'agreed';
  if (fileChanged) return choices.ours ? 'push' : 'conflict';
  return choices.overwriteDrift ? 'push' : 'drift';
}

/**
 * A field that the file has only now: what the target has there was written by somebody else, unless it is empty, the
 * default, what an interrupted run of ours sent, or computed by the service itself.
 */
function isTypedByOthers({ name, desired, remote, begun, computed }: LeafSides, { digest }: PlanInput): boolean {
  if (!remote || isVacant(remote.value)) return false;
  const { fields } = kindNamed(desired.entity.kind);
  if (isSame(remote.value, fields[name]?.schema.default as Json | undefined)) return false;
  return !hasAnyDigest(remote.value, begun, digest) && !computed();
}

/**
 * The file used to manage this leaf and no longer does: it is cleared, unless somebody has changed it on the target.
 */
function decideCleared(leaf: LeafSides, input: PlanInput): Verdict {
  if (leaf.remote && isNothing(leaf.remote.value)) return 'drop';
  return isChanged(leaf, input) && !input.choices.ours ? 'conflict' : 'push';
}

/**
 * The service's version of a value, seen for the first time: a normal form of it, the start of it, or nothing, if the
 * service dropped it and nobody touched the object since.
 */
function mayBeAnswer(leaf: LeafSides, input: PlanInput): boolean {
  const { file, remote } = leaf;
  if (isEcho(file, remote!.value)) return true;
  return (isCut(file, remote!.value) || isDropped(leaf)) && isAsSent(leaf, input);
}

const isDropped = ({ remote, unseen, touched }: LeafSides): boolean =>
  unseen && remote !== undefined && isNothing(remote.value) && !touched();

/** True if an adopted object does not show a value that the file has. */
const isUnshown = ({ remote, takenOver }: LeafSides): boolean => takenOver && !remote;

/** A secret was sent to no object but the one that gitcast created or changed, so an adopted one does not have it yet. */
const isSecretToSend = ({ desired, file, remote }: LeafSides, input: PlanInput): boolean =>
  !remote && holdsSecret(file) && isSet(file!, input) && canChange(desired.entity.kind, input);

/** True if the secrets in a value are set on this machine. */
const isSet = (value: Json, { secretDigest }: PlanInput): boolean =>
  withSecretDigests(value, secretDigest) !== undefined;

/** True if the target has what one of our interrupted updates sent, and not what the base records. */
function isOurUpdate({ remote, base, begun }: LeafSides, { digest }: PlanInput): boolean {
  if (!remote || hasDigest(remote.value, base!.answered, digest)) return false;
  return hasAnyDigest(remote.value, begun, digest);
}

const isUpdateOf = (file: Json, { remote, begun }: LeafSides, { digest }: PlanInput): boolean =>
  begun.some((sent) => hasDigest(file, sent, digest) && hasDigest(remote?.value, sent, digest));

/**
 * True if somebody else changed the value on the target: it is neither what the target last answered nor what we were
 * about to send.
 */
function isChanged({ remote, base, begun }: LeafSides, { digest }: PlanInput): boolean {
  return remote !== undefined && !hasAnyDigest(remote.value, [base!.answered, ...begun], digest);
}

/** A text in which another editor changed the line breaks and nothing else. */
function isSameBody({ name, desired: { entity }, file, remote }: LeafSides): boolean {
  if (!entity.document.body || name !== kindNamed(entity.kind).body) return false;
  return typeof remote?.value === 'string' && withLineFeeds(remote.value) === file;
}

/** True if the file has what was sent at the last sync. */
export function isAsSent(
  { desired, name, base }: Pick<LeafSides, 'desired' | 'name' | 'base'>,
  input: Pick<PlanInput, 'digest' | 'secretDigest'>,
): boolean {
  const { leaves } = desired;
  return base !== undefined && leaves.has(name) && digestOfFile(leaves.get(name), input, base) === base.sent;
}

function agreement(leaf: LeafSides, input: PlanInput): BaseLeaf {
  const { file, remote, same, base } = leaf;
  const sent = digestOfFile(file, input, base);
  if (same) return { sent, answered: sent };
  if (remote) return { sent, answered: digestOf(remote.value, input) };
  return { sent, answered: base?.answered ?? (isUnshown(leaf) ? ASSUMED : sent) };
}

/**
 * The remote value, wrapped; undefined if it could not be read. A secret is never compared with the target's value, only
 * by the digest of what was sent.
 */
function readLeaf(
  record: RemoteRecord | undefined,
  name: string,
  file: Json | undefined,
  base: BaseLeaf | undefined,
): { readonly value: Json | undefined } | undefined {
  if (!isReadable(name, record)) return undefined;
  if (isSecretReference(file) || isMarked(base?.answered)) return undefined;
  return { value: leafAt(record.fields, name) };
}

const isReadable = (name: string, record: RemoteRecord | undefined): record is RemoteRecord =>
  record !== undefined && !record.hidden.includes(topLevelKey(name));

const isNothing = (value: Json | undefined): boolean => canonical(value) === 'null';

/** True if nobody typed anything there. A service may keep a group whose fields we cleared. */
const isVacant = (value: Json | undefined): boolean =>
  isNothing(value) || (isObject(value) && Object.values(value).every(isVacant));

/** The file of a drifted value is as it was sent, so it has the value of the last sync. */
function sinceLastSync(verdict: Verdict, desired: Desired, leaf: Shown): Pick<FieldChange, 'last'> {
  const { after } = fieldChange(desired, leaf.name, leaf);
  return verdict === 'drift' && after !== undefined ? { last: after } : {};
}

type Shown = Pick<LeafSides, 'name' | 'file' | 'remote' | 'base'>;

function fieldChange({ entity }: Desired, name: string, { file, remote, base }: Shown): FieldChange {
  const sensitive = isSensitiveLeaf(entity, name) || holdsSecret(file) || isMarked(base?.sent);
  return {
    name,
    before: remote && remote.value !== undefined && sensitive ? SENSITIVE : remote?.value,
    after: file,
    ...(!remote && { unread: true }),
  };
}
