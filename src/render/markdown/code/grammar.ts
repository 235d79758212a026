/**
 * The grammars of highlight.js in a form that runs fast: one object of one shape for each mode, and patterns without the
 * groups that nobody reads. A mode is converted when code first enters it.
 */
import { once } from '../../../values/once.ts';
import { onceEach } from '../../../values/once-each.ts';

/** A mode as the library compiles it. Its own types do not describe this form. */
interface CompiledMode {
  readonly scope?: string;
  readonly beginScope?: CompiledScope;
  readonly endScope?: CompiledScope;
  readonly keywords?: CompiledKeywords;
  readonly keywordPatternRe: RegExp;
  readonly endRe?: RegExp;
  readonly matcher: { readonly count: number; readonly getMatcher: (firstRule: number) => CompiledMatcher };
  readonly starts?: CompiledMode;
  readonly subLanguage?: string | readonly string[];
  readonly skip?: boolean;
  readonly excludeBegin?: boolean;
  readonly excludeEnd?: boolean;
  readonly returnBegin?: boolean;
  readonly returnEnd?: boolean;
  readonly endsParent?: boolean;
  readonly endsWithParent?: boolean;
  readonly __beforeBegin?: ModeCallback | null;
  readonly 'on:begin'?: ModeCallback;
  readonly 'on:end'?: ModeCallback;
  /** The data that `on:begin` keeps for `on:end`. */
  data?: object;
}

export interface CompiledLanguage extends CompiledMode {
  readonly case_insensitive?: boolean;
  readonly classNameAliases: Readonly<Record<string, string>>;
}

type CompiledKeywords = Readonly<Record<string, readonly [kind: string, relevance: number]>>;

/** The scope of the whole match, or those of its groups. */
type CompiledScope = Readonly<Record<number, string>> & {
  readonly _wrap?: string;
  readonly _emit?: Readonly<Record<number, boolean>>;
};

/** The rules of a mode, as one pattern with a group for each. */
interface CompiledMatcher {
  readonly matcherRe?: RegExp;
  readonly regexes: readonly (readonly [CompiledRule, RegExp | string])[];
}

interface CompiledRule {
  readonly type: 'begin' | 'end' | 'illegal';
  readonly rule?: CompiledMode;
  /** Changes when the library compiles another matcher of the same mode. */
  readonly position: number;
}

export type Match = readonly string[] & { readonly index: number; readonly input: string };
type ModeCallback = (match: Match, response: { readonly data: object; readonly ignoreMatch: () => void }) => void;

/** The modes of a language share it. */
interface Grammar {
  readonly isCaseInsensitive: boolean;
  /** The opening tag of a scope. */
  readonly tagOf: (scope: string) => string;
  /** The opening tag of each keyword. Kinds that begin with an underscore have none. */
  readonly tagsOf: (keywords: CompiledKeywords) => ReadonlyMap<string, string>;
  readonly modeOf: (compiled: CompiledMode) => Mode;
}

/** The outermost mode of a language. */
export const outermostMode = (language: CompiledLanguage): Mode => createGrammar(language).modeOf(language);

function createGrammar({ case_insensitive, classNameAliases }: CompiledLanguage): Grammar {
  const tagOf = (scope: string): string => {
    const [first, ...others] = (classNameAliases[scope] ?? scope).split('.');
    const classes = [`hljs-${first}`, ...others.map((name, level) => name + '_'.repeat(level + 1))];
    return `<span class="${classes.join(' ')}">`;
  };
  const grammar: Grammar = {
    isCaseInsensitive: case_insensitive === true,
    tagOf,
    tagsOf: onceEach((keywords) => {
      const shown = Object.entries(keywords).filter(([, [kind]]) => !kind.startsWith('_'));
      return new Map(shown.map(([word, [kind]]) => [word, tagOf(kind)]));
    }),
    modeOf: onceEach((compiled) => modeOf(compiled, grammar)),
  };
  return grammar;
}

export type Mode = ReturnType<typeof modeOf>;

/** Every mode has all of these properties, in this order. */
function modeOf(compiled: CompiledMode, grammar: Grammar) {
  return {
    grammar,
    /** The opening tag of its element. Empty: it has none. */
    tag: compiled.scope ? grammar.tagOf(compiled.scope) : '',
    beginScope: compiled.beginScope && edgeScope(compiled.beginScope, grammar),
    endScope: compiled.endScope && edgeScope(compiled.endScope, grammar),
    keywords: compiled.keywords && grammar.tagsOf(compiled.keywords),
    keywordPattern: compiled.keywordPatternRe,
    endPattern: compiled.endRe && new RegExp(compiled.endRe, `${compiled.endRe.flags}y`),
    /** The number of rules that begin another mode. */
    beginRules: compiled.matcher.count,
    subLanguage: compiled.subLanguage,
    skip: compiled.skip === true,
    excludeBegin: compiled.excludeBegin === true,
    excludeEnd: compiled.excludeEnd === true,
    returnBegin: compiled.returnBegin === true,
    returnEnd: compiled.returnEnd === true,
    endsParent: compiled.endsParent === true,
    endsWithParent: compiled.endsWithParent === true,
    onBegin: [compiled.__beforeBegin, compiled['on:begin']].filter((each) => each != null),
    onEnd: compiled['on:end'],
    /** The mode that follows its end. */
    starts: compiled.starts,
    matchers: [] as Matcher[],
    compiled,
  };
}

/** The rules of a mode from this one on. */
export const matcherFrom = ({ matchers, compiled, grammar }: Mode, firstRule: number): Matcher =>
  (matchers[firstRule] ??= matcherOf(compiled.matcher.getMatcher(firstRule), grammar));

/** True if this callback of the grammar refuses the match. */
export function isRefused({ compiled }: Mode, callback: ModeCallback, match: Match): boolean {
  let isRefused = false;
  callback(match, { data: (compiled.data ??= {}), ignoreMatch: () => void (isRefused = true) });
  return isRefused;
}

/** The elements in the text that begins or ends a mode: one around all of it, or some around its groups. */
interface EdgeScope {
  readonly whole: string | undefined;
  readonly groups: readonly GroupScope[];
}

export interface GroupScope {
  readonly group: number;
  /** Undefined: the group may have keywords. */
  readonly tag: string | undefined;
}

function edgeScope(scope: CompiledScope, grammar: Grammar): EdgeScope {
  const groups = Object.keys(scope._emit ?? {}).map(Number);
  return {
    whole: scope._wrap === undefined ? undefined : grammar.tagOf(scope._wrap),
    groups: groups.map((group) => ({ group, tag: scope[group] ? grammar.tagOf(scope[group]) : undefined })),
  };
}

export interface Matcher {
  /** Undefined: there are no rules. */
  readonly pattern: RegExp | undefined;
  readonly rules: readonly Rule[];
}

export interface Rule {
  /** Its own in the pattern. Those inside it follow. */
  readonly group: number;
  readonly compiled: CompiledRule;
  /** The mode that it begins. */
  readonly mode: () => Mode;
}

/** Each group takes time in each match, and few are read: those of scopes, of callbacks, and of what ends a mode. */
function matcherOf({ matcherRe, regexes }: CompiledMatcher, grammar: Grammar): Matcher {
  if (!matcherRe || regexes.length === 0) return { pattern: undefined, rules: [] };
  const sources = regexes.map(([, pattern]) => (typeof pattern === 'string' ? pattern : pattern.source));
  const hasReferences = sources.some((source) => REFERS_TO_GROUP.test(source));
  let groups = 1;
  const written: string[] = [];
  const rules = regexes.map(([compiled], index) => {
    const keepsGroups = hasReferences || readsGroups(compiled);
    const source = keepsGroups ? sources[index]! : withoutGroups(sources[index]!);
    const group = groups;
    written.push(`(${source})`);
    groups += countGroups(source) + 1;
    return { group, compiled, mode: once(() => grammar.modeOf(compiled.rule!)) };
  });
  return { pattern: hasReferences ? matcherRe : new RegExp(written.join('|'), matcherRe.flags), rules };
}

const readsGroups = ({ type, rule }: CompiledRule): boolean =>
  type === 'end' || rule?.beginScope?._emit !== undefined || rule?.['on:begin'] !== undefined;

const REFERS_TO_GROUP = /\\[1-9]|\\k<|\(\?<(?![=!])/;
/** The start of a group, or what may contain its character: an escape or a class. */
const GROUP = /\\.|\[(?:\\.|[^\]\\])*\]|\((?!\?)|\(\?<(?![=!])/gs;

const withoutGroups = (source: string): string => source.replace(GROUP, (found) => (found === '(' ? '(?:' : found));
const countGroups = (source: string): number =>
  source.match(GROUP)?.filter((found) => found.startsWith('(')).length ?? 0;
