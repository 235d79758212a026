/**
 * Finds what a service must never do in the history of what clients saw of it. It reports nothing that could also have
 * been correct: an unanswered change may have been made at any time, and what overlaps in time may have happened in any
 * order.
 */
import { FIELDS, type Action, type History, type Operation, type Values, type Violation } from './history.ts';
import { checkLists, noteMissing } from './lists.ts';
import { documentsByOrigin, GONE, originOf, shownBy, Versions, type Span, type Version } from './versions.ts';

export function check(history: History): readonly Violation[] {
  const documents = documentsByOrigin(history);
  const versions = versionsIn(history, documents);
  return [
    ...doubledCreations(history, documents),
    ...sharedConditions(history, versions),
    ...checkLists(history),
    ...[...versions.all()].flatMap((register) => [...wrongVersions([...register.values()])]),
    ...needlessRefusals(history, versions),
  ];
}

function versionsIn(history: History, documents: ReadonlyMap<string, ReadonlySet<string>>): Versions {
  const versions = new Versions();
  for (const operation of history) {
    for (const { id, values } of shownBy(operation)) versions.read(id, values, operation);
    const { action, result } = operation;
    if (result.is === 'gone' && 'id' in action) versions.read(action.id, GONE, operation);
    if (result.is !== 'ok' && result.is !== 'unknown') continue;
    if (action.does === 'create')
      for (const id of documents.get(originOf(action.values)) ?? []) versions.write(id, action.values, operation);
    if (action.does === 'update') versions.write(action.id, action.changes, operation);
    if (action.does === 'delete') versions.write(action.id, GONE, operation);
  }
  noteMissing(history, versions);
  for (const operation of conditional(history))
    if (wasMade(operation, versions)) versions.read(operation.action.id, operation.action.ifMatch, operation);
  versions.settle();
  return versions;
}

type Conditional = Extract<Action, { does: 'update' | 'delete' }> & { readonly ifMatch: Values };

const conditional = (history: History): readonly Operation<Conditional>[] =>
  history.filter(
    (each): each is Operation<Conditional> => 'ifMatch' in each.action && each.action.ifMatch !== undefined,
  );

/** Acknowledged, or seen by somebody. */
function wasMade({ action, result }: Operation<Conditional>, versions: Versions): boolean {
  if (result.is !== 'unknown') return result.is === 'ok';
  if (action.does === 'delete') return false; // Another deletion may have been the one that is seen.
  return FIELDS.some((field) => {
    const value = action.changes[field];
    return value !== undefined && versions.find(action.id, field, value)?.first !== undefined;
  });
}

function* doubledCreations(
  history: History,
  documents: ReadonlyMap<string, ReadonlySet<string>>,
): Generator<Violation> {
  for (const [origin, ids] of documents) {
    if (ids.size === 1) continue;
    const operations = history.filter(({ action }) => action.does === 'create' && originOf(action.values) === origin);
    yield { kind: 'doubled-create', message: `${origin} was created as ${[...ids].join(' and ')}`, operations };
  }
}

/** Of all changes that expect one version, the first makes another one. */
function* sharedConditions(history: History, versions: Versions): Generator<Violation> {
  const made = conditional(history).filter((operation) => wasMade(operation, versions));
  const groups = Map.groupBy(made, ({ action: { id, ifMatch } }) => `${id} at ${ifMatch.title} and ${ifMatch.text}`);
  for (const [version, operations] of groups)
    if (operations.length > 1)
      yield { kind: 'stale-condition', message: `${operations.length} changes were made to ${version}`, operations };
}

function* wrongVersions(versions: readonly Version[]): Generator<Violation> {
  for (const version of versions) {
    const { id, field, value, write, first } = version;
    if (first && (!write || first.end < write.start)) yield unexplained(version, first);
    else if (first && write)
      for (const other of versions)
        if (first.end < other.first!.end && mustPrecede(version, other) && mustPrecede(other, version))
          yield conflict(version, other, `${field} of ${id} was ${value}, then ${other.value}, then ${value}`);
  }
}

/** Nothing follows a deletion. */
const mustPrecede = (one: Version, other: Version): boolean =>
  other.value === GONE || one.first!.end < other.last!.start;

function unexplained({ id, field, value, write }: Version, { operation }: Span): Violation {
  const operations = [operation, ...(write ? [write.operation] : [])];
  if (value !== GONE) return { kind: 'unexplained-value', message: `${field} of ${id} is ${value}`, operations };
  const kind = operation.action.does === 'list' ? 'incomplete-list' : 'lost-write';
  return { kind, message: `${id} is missing, though nobody deleted it`, operations };
}

/** The older value was there again after the newer one. */
function conflict(older: Version, newer: Version, message: string): Violation {
  const { operation } = older.last!;
  const operations = [older.write, older.last, newer.write, newer.first].flatMap((span) => span?.operation ?? []);
  const isLost = newer.last!.start < older.last!.start && newer.write!.end !== Infinity;
  if ('ifMatch' in operation.action && operation.action.ifMatch?.[older.field] === older.value)
    return { kind: 'stale-condition', message, operations };
  return { kind: isLost ? 'lost-write' : 'backwards-read', message, operations };
}

/** Nobody changed what the request expected, before it was sent and after it was answered. */
function* needlessRefusals(history: History, versions: Versions): Generator<Violation> {
  for (const operation of conditional(history)) {
    const { action, result, invoked, completed } = operation;
    if (result.is !== 'changed') continue;
    const isCurrent = FIELDS.every((field) => {
      const version = versions.find(action.id, field, action.ifMatch[field]);
      return version?.first && version.first.end < invoked && completed < version.last!.start;
    });
    if (isCurrent) yield { kind: 'needless-refusal', message: `${action.id} had not changed`, operations: [operation] };
  }
}
