/**
 * Runs a grammar of highlight.js over code. The HTML equals that of the library's own loop, which takes three to four
 * times as long: it creates an object with the mode as its prototype for each mode that it enters, copies each match
 * three times, and builds a tree before it writes anything.
 */
import { escapeCode } from '../../sanitise/escape.ts';
import { isRefused, matcherFrom, type GroupScope, type Match, type Matcher, type Mode, type Rule } from './grammar.ts';

/** The languages that may be inside others. */
export interface Languages {
  /** The outermost mode of a language. */
  readonly modeOf: (name: string) => Mode | undefined;
  /** The HTML of code that may be in any of these languages. */
  readonly highlightAny: (code: string, names: readonly string[]) => string;
}

export const highlightBy = (mode: Mode, code: string, languages: Languages): string =>
  new Run(code, { mode, parent: undefined }, languages).html();

/** A mode that the code is in. */
interface Frame {
  readonly mode: Mode;
  readonly parent: Frame | undefined;
}

/** More than code of the longest length needs: a grammar with a fault may match without getting further. */
const MOST_STEPS = 100_000;

class Run {
  readonly #code: string;
  readonly #languages: Languages;
  #top: Frame;
  #html = '';
  #open = 0;
  /** Text that is not written yet, because the mode that it belongs to goes on. */
  #buffer = '';
  /** The rule of the last match. */
  #rule: Rule | undefined;
  /** Above 0 if a match of the rules before it was refused at this position. */
  #firstRule = 0;
  #triesOthers = false;
  /** Where code in other languages goes on after what is between its parts. */
  #continued: Map<string, Frame> | undefined;

  constructor(code: string, start: Frame, languages: Languages) {
    this.#code = code;
    this.#languages = languages;
    this.#top = start;
    const around: string[] = [];
    for (let frame = start; frame.parent; frame = frame.parent) around.push(frame.mode.tag);
    for (const tag of around.reverse()) this.#openTag(tag);
  }

  html(): string {
    const code = this.#code;
    let index = 0;
    let begun = -1;
    let steps = 0;
    for (let match = this.#next(0); match; match = this.#next(index)) {
      const at = match.index;
      const { type } = this.#rule!.compiled;
      if (at > index) this.#buffer += code.slice(index, at);
      if (++steps > MOST_STEPS && steps > at * 3) return escapeCode(code);
      // A mode that begins and ends with nothing would begin again forever.
      const isStuck = type === 'end' && at === begun && match[0] === '';
      if (isStuck) this.#buffer += code.charAt(at);
      else begun = type === 'begin' ? at : -1;
      index = at + (isStuck ? 1 : this.#process(match));
    }
    this.#buffer += code.slice(index);
    this.#flush();
    while (this.#open > 0) this.#closeTag('</span>');
    return this.#html;
  }

  get frame(): Frame {
    return this.#top;
  }

  #next(index: number): Match | undefined {
    const { mode } = this.#top;
    if (!this.#triesOthers) this.#firstRule = 0;
    this.#triesOthers = false;
    let match = this.#find(matcherFrom(mode, this.#firstRule), index);
    if (this.#firstRule > 0 && match?.index !== index) match = this.#find(matcherFrom(mode, 0), index + 1);
    if (!match) return undefined;
    this.#firstRule += this.#rule!.compiled.position + 1;
    if (this.#firstRule === mode.beginRules) this.#firstRule = 0;
    return match;
  }

  #find({ pattern, rules }: Matcher, index: number): Match | undefined {
    if (!pattern) return undefined;
    pattern.lastIndex = index;
    const match = pattern.exec(this.#code);
    if (!match) return undefined;
    let which = 0;
    while (match[rules[which]!.group] === undefined) which++;
    this.#rule = rules[which]!;
    return match;
  }

  /** Returns the number of characters that are done with. */
  #process(match: Match): number {
    const lexeme = match[0]!;
    const rule = this.#rule!;
    const { type } = rule.compiled;
    if (type === 'begin') return this.#begin(rule.mode(), match);
    const ended = type === 'end' ? endedBy(this.#top, match, rule) : undefined;
    if (ended) return this.#end(ended, match);
    const isBeforeLine = type === 'illegal' && lexeme === '';
    this.#buffer += isBeforeLine && match.index < this.#code.length ? '\n' : lexeme;
    return isBeforeLine ? 1 : lexeme.length;
  }

  #begin(mode: Mode, match: Match): number {
    const lexeme = match[0]!;
    if (mode.onBegin.some((callback) => isRefused(mode, callback, ownMatch(match, this.#rule!)))) {
      this.#triesOthers = this.#firstRule > 0;
      if (!this.#triesOthers) this.#buffer += lexeme.charAt(0);
      return this.#triesOthers ? 0 : 1;
    }
    if (mode.skip || mode.excludeBegin) this.#buffer += lexeme;
    if (!mode.skip) {
      this.#flush();
      if (!mode.returnBegin && !mode.excludeBegin) this.#buffer = lexeme;
    }
    this.#enter(mode, match);
    return mode.returnBegin ? 0 : lexeme.length;
  }

  #enter(mode: Mode, match: Match): void {
    this.#openTag(mode.tag);
    const scope = mode.beginScope;
    if (scope) {
      if (scope.whole === undefined) this.#writeGroups(scope.groups, match);
      else this.#write(this.#buffer, scope.whole);
      this.#buffer = '';
    }
    this.#top = { mode, parent: this.#top };
  }

  #end(ended: Frame, match: Match): number {
    const lexeme = match[0]!;
    const { mode } = this.#top;
    const scope = mode.endScope;
    if (scope) {
      this.#flush();
      if (scope.whole === undefined) this.#writeGroups(scope.groups, match);
      else this.#write(lexeme, scope.whole);
    } else if (mode.skip) this.#buffer += lexeme;
    else {
      if (!mode.returnEnd && !mode.excludeEnd) this.#buffer += lexeme;
      this.#flush();
      if (mode.excludeEnd) this.#buffer = lexeme;
    }
    do {
      this.#closeTag(this.#top.mode.tag);
      this.#top = this.#top.parent!;
    } while (this.#top !== ended.parent);
    const { starts, grammar } = ended.mode;
    if (starts) this.#enter(grammar.modeOf(starts), match);
    return mode.returnEnd ? 0 : lexeme.length;
  }

  #flush(): void {
    const text = this.#buffer;
    if (text === '') return;
    this.#buffer = '';
    const { mode } = this.#top;
    const { subLanguage } = mode;
    if (subLanguage === undefined) this.#writeKeywords(text, mode);
    else if (typeof subLanguage === 'string') this.#writeSubLanguage(text, subLanguage);
    else this.#html += this.#languages.highlightAny(text, subLanguage);
  }

  #writeSubLanguage(text: string, name: string): void {
    const mode = this.#languages.modeOf(name);
    if (!mode) return void (this.#html += escapeCode(text));
    this.#continued ??= new Map();
    const start = this.#continued.get(name) ?? { mode, parent: undefined };
    const run = new Run(text, start, this.#languages);
    this.#html += `<span class="language-${name}">${run.html()}</span>`;
    this.#continued.set(name, run.frame);
  }

  #writeKeywords(text: string, { keywords, keywordPattern, grammar }: Mode): void {
    let written = 0;
    if (keywords) {
      keywordPattern.lastIndex = 0;
      for (let match = keywordPattern.exec(text); match; match = keywordPattern.exec(text)) {
        const word = match[0];
        const tag = keywords.get(grammar.isCaseInsensitive ? word.toLowerCase() : word);
        if (tag === undefined) continue;
        if (match.index > written) this.#html += escapeCode(text.slice(written, match.index));
        this.#write(word, tag);
        written = match.index + word.length;
      }
    }
    if (written < text.length) this.#html += escapeCode(text.slice(written));
  }

  #writeGroups(groups: readonly GroupScope[], match: Match): void {
    const { group: first } = this.#rule!;
    for (const { group, tag } of groups) {
      const text = match[first + group] ?? '';
      if (tag === undefined) this.#writeKeywords(text, this.#top.mode);
      else this.#write(text, tag);
    }
  }

  #write(text: string, tag: string): void {
    if (text !== '') this.#html += `${tag}${escapeCode(text)}</span>`;
  }

  #openTag(tag: string): void {
    if (tag === '') return;
    this.#html += tag;
    this.#open++;
  }

  #closeTag(tag: string): void {
    if (tag === '' || this.#open === 0) return;
    this.#html += '</span>';
    this.#open--;
  }
}

/** The match of one rule, as the callbacks of a grammar expect it. */
const ownMatch = (match: Match, { group }: Rule): Match =>
  Object.assign(match.slice(group), { index: match.index, input: match.input });

/** The outermost frame that ends here. */
function endedBy(top: Frame, match: Match, rule: Rule): Frame | undefined {
  // The library matches what is left by itself, so it begins with the start of a line.
  const rest = match.input.slice(match.index);
  for (let frame: Frame | undefined = top; frame; frame = frame.parent) {
    const { endPattern, onEnd, endsWithParent } = frame.mode;
    if (endPattern) endPattern.lastIndex = 0;
    if (endPattern?.test(rest) && !(onEnd && isRefused(frame.mode, onEnd, ownMatch(match, rule)))) {
      let ended = frame;
      while (ended.mode.endsParent && ended.parent) ended = ended.parent;
      return ended;
    }
    if (!endsWithParent) return undefined;
  }
  return undefined;
}
