/** The oldest browsers that a site supports, and what they lack, by the data of MDN. */
import { createRequire } from 'node:module';
import type { CompatData, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data';

const { api, css, javascript } = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData;

/** docs/guides/site.md names them too. */
export const OLDEST = { chrome: 111, edge: 111, firefox: 115, safari: 16.2 } as const;

/** On an iPhone, Safari has less than on a desk. */
const BROWSERS = Object.entries({ ...OLDEST, safari_ios: OLDEST.safari }) as [keyof typeof OLDEST, number][];

/** The browsers without a feature, or with a part of it. */
function without(feature: Identifier = {}): readonly string[] {
  const support = feature.__compat?.support;
  if (support === undefined) return [];
  return BROWSERS.filter(([browser, oldest]) => {
    const entries = [support[browser] ?? []].flat() as readonly SimpleSupportStatement[];
    return !entries.some((entry) => isWhole(entry) && isIn(entry, oldest));
  }).map(([browser, oldest]) => `${browser} ${oldest}`);
}

const isWhole = (entry: SimpleSupportStatement): boolean =>
  !entry.flags && !entry.partial_implementation && !entry.prefix && !entry.alternative_name && !entry.version_removed;

const isIn = ({ version_added: added }: SimpleSupportStatement, oldest: number): boolean =>
  typeof added === 'string' && Number.parseFloat(added.replace('≤', '')) <= oldest;

const partsOf = (feature: Identifier = {}): readonly [string, Identifier][] =>
  Object.entries(feature).filter(([name]) => name !== '__compat') as [string, Identifier][];

const { builtins = {}, regular_expressions: patterns } = javascript;
const { selectors = {} } = css;
const BUILT_IN = new Map([...partsOf(builtins), ...partsOf(builtins['Intl'])]);
const OBJECTS = new Map([...partsOf(api), ...BUILT_IN]);

interface Member {
  /** `Response` of `Response.json()`, and `Response.prototype` of what its answers have. */
  readonly owner: string;
  readonly name: string;
  readonly browsers: readonly string[];
}

/** The data does not tell which members of a built-in object, such as `groupBy` of `Map`, are its own: both count. */
const MEMBERS: readonly Member[] = [...OBJECTS].flatMap(([object, feature]) =>
  partsOf(feature).flatMap(([name, member]) => {
    const isStatic = name.endsWith('_static');
    const owners = [
      ...(isStatic || BUILT_IN.has(object) ? [object] : []),
      ...(isStatic ? [] : [`${object}.prototype`]),
    ];
    return owners.map((owner) => ({ owner, name: name.replace(/_static$/, ''), browsers: without(member) }));
  }),
);
const membersByName = Map.groupBy(MEMBERS, ({ name }) => name);

/** What any script meets without naming it. The members of rarer objects, such as `s` and `turn`, may be those of its own. */
const COMMON =
  /^(?:(?:HTML[a-z]*)?Element|Document|Event|Iterator|KeyboardEvent|Node|NodeList|PointerEvent|Request|Response|Storage|URL)$/i;
const isCommon = ({ owner }: Member): boolean => {
  const [object = '', prototype] = owner.split('.');
  const isKnown = COMMON.test(object) || (BUILT_IN.has(object) && without(BUILT_IN.get(object)).length === 0);
  return prototype !== undefined && isKnown;
};

/** The browsers that lack something; none if all have it, or nobody has heard of it. */
export const browsersWithout = {
  object: (name: string): readonly string[] => without(OBJECTS.get(name)),
  /** Of an unknown owner, a name is new if it is new wherever something has it. */
  member(owner: string | undefined, name: string): readonly string[] {
    const members = membersByName.get(name) ?? [];
    const known = members.find((each) => each.owner === owner);
    if (known) return known.browsers;
    const isNew = members.every(({ browsers }) => browsers.length > 0);
    return isNew ? (members.find(isCommon)?.browsers ?? []) : [];
  },
  pseudoClass: (name: string): readonly string[] => without(selectors[name]),
  lookbehind: (): readonly string[] => without(patterns?.['lookbehind_assertion']),
};

const namesWithout = (features: Iterable<readonly [string, Identifier]>): readonly string[] =>
  [...features].flatMap(([name, feature]) => (without(feature).length > 0 ? [name] : []));

/** Everything that one of them lacks, by its names in a page. */
export const LACKED = {
  objects: namesWithout(OBJECTS),
  members: MEMBERS.filter(({ browsers }) => browsers.length > 0).map(({ owner, name }) => [owner, name] as const),
  pseudoClasses: namesWithout(partsOf(selectors)),
};
