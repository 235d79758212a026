import type { DeclaredCode } from './entry.ts';

/** Problems in single fields, found by the kind's declaration. */
export const fieldCodes = {
  'unknown-key': {
    title: 'A field that this kind does not have',
    why: 'The service rejects unknown fields. The name is probably misspelled.',
    fix: 'Correct the name. `gitcast explain KIND` lists the fields.',
    isGathered: true,
  },
  'extra-key': {
    severity: 'warning',
    title: 'A key that gitcast does not know here',
    why: 'It is sent as it is, since the service may know it. It may also be a typo.',
    fix: 'Correct the name, or leave it if it is intended.',
    isGathered: true,
  },
  'missing-field': {
    title: 'A required field is missing',
    why: 'The object cannot be created without it.',
    fix: 'Add the field.',
  },
  'read-only-field': {
    title: 'A field that only the service sets',
    why: 'The service sets identifiers, timestamps and states; writing them has no effect or is rejected.',
    fix: 'Remove the field. To bind a file to an existing object, write `$id`.',
  },
  'wrong-type': {
    title: 'A value of the wrong type',
    why: 'The service rejects a text where it expects a number, and vice versa.',
    fix: 'Write a value of the type in the message.',
  },
  'not-allowed': {
    title: 'A value that is not allowed',
    why: 'The interface has a fixed list of values here.',
    fix: 'Use one of the values in the message.',
  },
  'unusual-value': {
    severity: 'warning',
    title: 'A value that gitcast does not know',
    why: 'The interface leaves the list open, so the value is sent as it is; the site treats it as the first known one.',
    fix: 'Correct it, or leave it if the service knows it.',
  },
  'wrong-length': {
    title: 'A text or list is too short or too long',
    why: 'The interface sets a length here, and the service rejects other lengths.',
    fix: 'Shorten or extend it.',
  },
  'out-of-range': {
    title: 'A number is out of range',
    why: 'The interface sets limits here.',
    fix: 'Use a number within the limits.',
  },
  'bad-colour': {
    title: 'Not a colour',
    why: 'A colour is # and 3, 4, 6 or 8 hexadecimal digits.',
    fix: 'Write it in quotes, such as "#0b3c49".',
  },
  'bad-time': {
    title: 'Not a date and time',
    why: 'Times are ISO 8601 on a day that exists: 2027-06-18T20:30:00+02:00, or without an offset in site.timezone.',
    fix: 'Write it in this form.',
  },
  'bad-name': {
    title: 'A name in the wrong format',
    why: 'Slugs and environment variable names have fixed formats.',
    fix: 'Write it in the format in the message.',
  },
  'bad-url': {
    title: 'Not a URL that is allowed here',
    why: 'Links may use http, https, mailto and tel; images need http or https, webhooks https.',
    fix: 'Write the whole URL including the scheme, and percent-encode what a URL cannot contain, such as a space.',
  },
  'plain-secret': {
    title: 'A credential in a file',
    why: "Everything that is committed stays in the repository's history, for everyone who can read it.",
    fix: 'Put the value in an environment variable, list the variable under `secrets:` in the configuration, and write { $env: NAME }. Revoke a credential that was committed.',
  },
  'unlisted-secret': {
    title: 'A secret that the configuration does not list',
    why: "Without the list, a document could send any environment variable of the machine that syncs it. `secrets:` in gitcast.config.yaml lists the variables that content may use; a target's key is never one of them.",
    fix: 'Add its name to `secrets:` in gitcast.config.yaml.',
  },
  'misplaced-secret': {
    title: 'A secret in a field that does not take one',
    why: "Only fields for credentials, such as a webhook's `secret`, can name a variable. Every other field is shown on the site and in plans.",
    fix: 'Remove it. To send a key `$env` as plain data, write it as `$$env`.',
  },
} satisfies Record<string, DeclaredCode>;

/** Problems in gitcast.config.yaml. */
export const configCodes = {
  'config-value': {
    title: 'A setting that cannot be used',
    why: 'A wrong setting could send content to the wrong place, so nothing runs until it is fixed.',
    fix: 'Change the setting as the message says.',
  },
  'config-unknown': {
    title: 'A setting that does not exist',
    why: 'A misspelled setting would silently leave the default in place.',
    fix: 'Correct the name of the setting.',
  },
} satisfies Record<string, DeclaredCode>;
