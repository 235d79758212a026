import { UserError } from '../diagnostics/errors.ts';
import { nearest } from '../diagnostics/nearest.ts';
import type { Reviewed } from '../project/index.ts';
import { PORT, PULL_REQUEST, type Range } from '../project/calls/limits.ts';

const EXAMPLE = 12;

/** Parses an option's value, or throws a sentence about what it should be. */
export function integerOption(name: string, text: string | undefined, { least, most }: Range): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= (most ?? Number.MAX_SAFE_INTEGER)) return value;
  const range = most === undefined ? `a whole number from ${least}` : `${least} to ${most}`;
  const example = Math.max(least, Math.min(EXAMPLE, most ?? EXAMPLE));
  throw new UserError(`${name} must be ${range}, got ${text}`, { suggestion: `for example ${name} ${example}` });
}

export function oneOfOption<const V extends string>(name: string, text: string, values: readonly V[]): V;
export function oneOfOption<const V extends string>(
  name: string,
  text: string | undefined,
  values: readonly V[],
): V | undefined;
export function oneOfOption<const V extends string>(
  name: string,
  text: string | undefined,
  values: readonly V[],
): V | undefined {
  if (text === undefined) return undefined;
  const found = values.find((value) => value === text);
  if (found !== undefined) return found;
  throw unknownWord(`${name} cannot be ${text}`, text, values);
}

/** The first argument of a command with several actions, or other things that it is about. */
export function actionOf<const V extends string>(
  command: string,
  word: string,
  actions: readonly V[],
  noun = 'action',
): V {
  const found = actions.find((action) => action === word);
  if (found !== undefined) return found;
  throw unknownWord(`unknown ${noun} ${word} for ${command}`, word, actions);
}

function unknownWord(message: string, word: string, known: readonly string[]): UserError {
  const meant = nearest(word, known);
  const suggestion = meant === undefined ? `use one of ${known.join(', ')}` : `did you mean ${meant}?`;
  return new UserError(message, { suggestion });
}

export const listOption = (text: string | undefined): readonly string[] => text?.split(',') ?? [];

/** A time on the command line. Without an offset its meaning would depend on the machine. */
export function instantOption(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const instant = Date.parse(text);
  if (!Number.isNaN(instant) && /T.*(?:Z|[+-]\d{2}:?\d{2})$/i.test(text)) return instant;
  throw new UserError(`${text} is not a valid date and time`, {
    suggestion: 'write it with its offset, like 2027-06-18T20:30:00+02:00',
  });
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

/** A length of time, in milliseconds. */
export function durationOption(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, number, unit] = /^(\d{1,6})(s|m|h)$/.exec(text) ?? [];
  if (number !== undefined) return Number(number) * UNITS[unit!]!;
  throw new UserError(`--${name} takes a duration, not ${text}`, {
    suggestion: `write it with its unit, like --${name} 90s, 6m or 1h`,
  });
}

export const portOption = (text: string | undefined): number | undefined => integerOption('--port', text, PORT);

/** Numbers of pull requests, the digest of a plan, or `none` where the host names no pull request. */
export function reviewedOption(text: string | undefined, plan?: string): Reviewed | undefined {
  if (plan !== undefined && !text?.startsWith('digest:')) {
    throw new UserError('--reviewed-plan shows what changed since a plan was approved by its digest', {
      suggestion: 'add --reviewed digest:DIGEST, or remove --reviewed-plan',
    });
  }
  if (text === undefined) return undefined;
  if (text.startsWith('digest:')) return { digest: text.slice('digest:'.length), ...(plan !== undefined && { plan }) };
  const words = text === 'none' ? [] : text.split(',');
  return { numbers: words.map((word) => numberOption('--reviewed', word)) };
}

export const numberOption = (name: string, text: string): number => integerOption(name, text, PULL_REQUEST)!;
