import { UserError } from '../diagnostics/errors.ts';

/** A moment on the command line. Without an offset it would mean another one on every machine. */
export function instantOption(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const instant = Date.parse(text);
  if (!Number.isNaN(instant) && /T.*(?:Z|[+-]\d{2}:?\d{2})$/i.test(text)) return instant;
  throw new UserError(`${text} is not a moment`, {
    suggestion: 'write it with its offset, like 2027-06-18T20:30:00+02:00',
  });
}
