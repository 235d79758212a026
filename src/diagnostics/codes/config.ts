import type { CodeEntry } from './entry.ts';

/** Problems in gitcast.config.yaml. */
export const configCodes = {
  'config-value': {
    severity: 'error',
    title: 'A setting that cannot be used',
    why: 'A wrong setting could send content to the wrong place, so nothing runs until it is fixed.',
    fix: 'Change the setting as the message says.',
  },
  'config-unknown': {
    severity: 'error',
    title: 'A setting that does not exist',
    why: 'A misspelled setting would silently leave the default in place.',
    fix: 'Correct the name of the setting.',
  },
} as const satisfies Record<string, CodeEntry>;
