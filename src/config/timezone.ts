import { didYouMean, textThat, type ValueSetting } from './setting.ts';

export const timezone: ValueSetting<string> = {
  ...textThat('a time zone such as Europe/Paris', isTimezone),
  suggest: (given) => didYouMean(String(given), Intl.supportedValuesOf('timeZone')),
};

/**
 * Searching the list is ten times faster than creating a formatter, but it lacks UTC and older names such as
 * Europe/Kiev. A process that runs many commands asks once for each name.
 */
function isTimezone(name: string): boolean {
  const isKnown =
    known.get(name) ?? (name === 'UTC' || Intl.supportedValuesOf('timeZone').includes(name) || isOlderName(name));
  known.set(name, isKnown);
  return isKnown;
}

const known = new Map<string, boolean>();

function isOlderName(name: string): boolean {
  // A bare offset would be accepted too, and be wrong for half of the year.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
