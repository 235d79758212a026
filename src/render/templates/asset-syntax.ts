/**
 * Mistakes in scripts and style sheets. The files of the theme are joined into one, so a mistake in one of them would
 * switch off all the others.
 */
import { spawnSync } from 'node:child_process';
import { Script } from 'node:vm';

export interface SyntaxFault {
  /** 1-based. */
  readonly line: number;
  readonly reason: string;
}

export type ScriptType = 'joined' | 'module' | 'worker';

export function scriptFault(text: string, type: ScriptType): SyntaxFault | undefined {
  const fault =
    type === 'module' ? moduleFault(text) : classicFault(type === 'joined' ? `'use strict';{${text}\n}` : text);
  // An end that is missing is noticed after the last line.
  return fault && { ...fault, line: Math.min(fault.line, text.trimEnd().split('\n').length) };
}

function classicFault(code: string): SyntaxFault | undefined {
  try {
    void new Script(code, { filename: 'script' });
    return undefined;
  } catch (error) {
    const { message, stack = '' } = error as Error;
    return { line: Number(/^script:(\d+)/.exec(stack)?.[1] ?? 1), reason: message };
  }
}

/** Node parses a module without running it only in a process of its own, which takes a moment. */
function moduleFault(text: string): SyntaxFault | undefined {
  const { stderr } = spawnSync(process.execPath, ['--check', '--input-type=module', '-'], {
    input: text,
    encoding: 'utf8',
  });
  const [, line, reason] = /^\[stdin\]:(\d+)\n[^]*?^(?:Syntax|Reference)Error: (.*)$/m.exec(stderr) ?? [];
  return reason === undefined ? undefined : { line: Number(line), reason };
}

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };
/** Comments, strings and unquoted addresses, in which a bracket is only a character; then those that never end. */
const SKIPPED = /\/\*[^]*?\*\/|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'|url\(\s*[^"'\s)][^)]*\)|\\[^]/iy;
const UNFINISHED: Readonly<Record<string, string>> = {
  '/*': 'this comment is never closed',
  '"': 'this string is never closed',
  "'": 'this string is never closed',
};

/** Brackets, strings and comments without an end. Browsers close them at the end of the joined sheet. */
export function styleFault(text: string): SyntaxFault | undefined {
  const open: { readonly bracket: string; readonly at: number }[] = [];
  const fault = (at: number, reason: string): SyntaxFault => ({ line: text.slice(0, at).split('\n').length, reason });
  for (let at = 0; at < text.length; at++) {
    SKIPPED.lastIndex = at;
    const skipped = SKIPPED.exec(text);
    if (skipped) {
      at += skipped[0].length - 1;
      continue;
    }
    const bracket = text[at]!;
    const unfinished = UNFINISHED[text.slice(at, at + 2)] ?? UNFINISHED[bracket];
    if (unfinished !== undefined) return fault(at, unfinished);
    if (bracket in CLOSING) open.push({ bracket, at });
    if ('})]'.includes(bracket)) {
      const last = open.pop();
      if (!last) return fault(at, `this ${bracket} has no opening bracket`);
      if (CLOSING[last.bracket] !== bracket) return fault(last.at, `this ${last.bracket} is never closed`);
    }
  }
  const last = open.at(-1);
  return last && fault(last.at, `this ${last.bracket} is never closed`);
}
