/**
 * Which entries of two successive versions of the programme are the same. A file name alone does not decide: people
 * renumber, swap and reuse names, and then the content is under another name in the same commit.
 */

/** The marks by which an entry can be recognised. */
export interface Identity {
  readonly id?: string;
  readonly title?: string;
  /** Its time and place. */
  readonly appointment?: string;
}

type Entries = ReadonlyMap<string, Identity>;

/** Equal for two versions that are the same entry by one kind of evidence; undefined without such evidence. */
type Evidence = (identity: Identity, address: string) => string | undefined;

const titleAndTime: Evidence = ({ title, appointment }) =>
  title === undefined || appointment === undefined ? undefined : JSON.stringify([title, appointment]);

/** The strongest first. What one of them pairs is no longer considered by the next. */
const EVIDENCE: readonly Evidence[] = [
  ({ id }) => id,
  // A copy of a file, of which only the text was then edited, does not replace the original.
  (identity, address) => titleAndTime(identity, address) && JSON.stringify([address, titleAndTime(identity, address)]),
  titleAndTime,
  ({ title }) => title,
  (_, address) => address,
];

/** The earlier address of each entry that is not new, which is often its present one. */
export function matchEntries(was: Entries, is: Entries): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  const [olds, news] = [new Set(was.keys()), new Set(is.keys())];
  for (const evidence of EVIDENCE) {
    const before = grouped(olds, was, evidence);
    for (const [key, present] of grouped(news, is, evidence)) {
      for (const [to, from] of pairsIn(before.get(key) ?? [], present)) {
        if (to === from && evidence === EVIDENCE.at(-1) && hasOtherId(was.get(from)!, is.get(to)!)) continue;
        pairs.set(to, from);
        olds.delete(from);
        news.delete(to);
      }
    }
  }
  return pairs;
}

export const hasOtherId = (before: Identity, after: Identity): boolean =>
  before.id !== undefined && after.id !== undefined && before.id !== after.id;

/** Only documents in the same folder of content can be the same. */
function grouped(
  addresses: ReadonlySet<string>,
  entries: Entries,
  evidence: Evidence,
): ReadonlyMap<string, readonly string[]> {
  const groups = Map.groupBy([...addresses].sort(), (address) => {
    const key = evidence(entries.get(address)!, address);
    return key === undefined ? undefined : `${address.split('/')[0]} ${key}`;
  });
  groups.delete(undefined);
  return groups as ReadonlyMap<string, readonly string[]>;
}

/** Among several with the same evidence, the same address or the same last name decides, and then only what is left. */
function pairsIn(before: readonly string[], after: readonly string[]): readonly (readonly [string, string])[] {
  const pairs = new Map<string, string>();
  const left = new Set(before);
  for (const nameOf of [(address: string) => address, lastName]) {
    const names = Map.groupBy(left, nameOf);
    for (const to of after) {
      const [from, another] = pairs.has(to) ? [] : (names.get(nameOf(to)) ?? []);
      if (from === undefined || another !== undefined || !left.delete(from)) continue;
      pairs.set(to, from);
    }
  }
  const [to, ...others] = after.filter((address) => !pairs.has(address));
  if (to !== undefined && others.length === 0 && left.size === 1) pairs.set(to, [...left][0]!);
  return [...pairs];
}

const lastName = (address: string): string => address.slice(address.lastIndexOf('/') + 1);
