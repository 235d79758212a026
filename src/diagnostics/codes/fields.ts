import type { CodeEntry } from './entry.ts';

/** Problems of single fields: what a kind's declaration says of them. */
export const fieldCodes = {
  'unknown-key': {
    severity: 'error',
    title: 'A field that this kind does not have',
    why: 'The service refuses fields it does not know; most often the name is misspelt.',
    mend: 'Correct the name. `gitcast explain KIND` lists the fields.',
  },
  'extra-key': {
    severity: 'warning',
    title: 'A key that gitcast does not know here',
    why: 'It is passed on as it is, since the service may know more. It may also be a typing error.',
    mend: 'Correct the name, or leave it when it is meant.',
  },
  'missing-field': {
    severity: 'error',
    title: 'A required field is missing',
    why: 'The object could not be created without it.',
    mend: 'Add the field.',
  },
  'read-only-field': {
    severity: 'error',
    title: 'A field that only the service sets',
    why: 'Identifiers, timestamps and states come from the service; writing them has no effect or is refused.',
    mend: 'Remove the field. To bind a file to an existing object, write `$id`.',
  },
  'wrong-type': {
    severity: 'error',
    title: 'A value of the wrong type',
    why: 'The service refuses a text where a number belongs, and the other way round.',
    mend: 'Write the value as the type that is named.',
  },
  'not-allowed': {
    severity: 'error',
    title: 'A value that is not one of those allowed',
    why: 'The interface gives a closed list of values here.',
    mend: 'Choose one of the values that are named.',
  },
  'unusual-value': {
    severity: 'warning',
    title: 'A value that gitcast does not know',
    why: 'The interface leaves the list open, so it is passed on; the site treats it as the first known one.',
    mend: 'Correct it, or leave it when the service knows it.',
  },
  'wrong-length': {
    severity: 'error',
    title: 'A text or list is too short or too long',
    why: 'The interface gives a length here, and the service refuses others.',
    mend: 'Shorten or complete it.',
  },
  'out-of-range': {
    severity: 'error',
    title: 'A number is out of its range',
    why: 'The interface gives limits here.',
    mend: 'Choose a number inside them.',
  },
  'bad-colour': {
    severity: 'error',
    title: 'Not a colour',
    why: 'Colours are written as # and 3, 4, 6 or 8 hexadecimal digits.',
    mend: 'Write it like #0b3c49.',
  },
  'bad-time': {
    severity: 'error',
    title: 'Not a date and time',
    why: 'Times are ISO 8601 with a real calendar day: 2027-06-18T20:30:00+02:00, or without offset in site.timezone.',
    mend: 'Write it in that form.',
  },
  'bad-name': {
    severity: 'error',
    title: 'A name in the wrong form',
    why: 'Slugs and names of environment variables have a form of their own.',
    mend: 'Write it in the form that is named.',
  },
  'bad-url': {
    severity: 'error',
    title: 'Not a URL that may be used here',
    why: 'Only http, https, mailto and tel lead somewhere safe; pictures need http or https, webhooks https.',
    mend: 'Write the whole URL, scheme included, and percent-encode what is not ASCII (punycode in the name of a host).',
  },
  'plain-secret': {
    severity: 'error',
    title: 'A credential stands in a file',
    why: 'Whatever is committed stays in the history of the repository for everyone who can read it.',
    mend: 'Put the value into an environment variable, list its name under `secrets:` in the configuration, and write { $env: NAME }. Change a credential that was committed.',
  },
  'unlisted-secret': {
    severity: 'error',
    title: 'A secret that the configuration does not list',
    why: 'A document could otherwise send any variable of the machine it is synced from. `secrets:` in gitcast.config.yaml lists the ones that content may name; the key of a target is never one of them.',
    mend: 'Add its name to `secrets:` in gitcast.config.yaml. In CI the list on the default branch counts.',
  },
  'misplaced-secret': {
    severity: 'error',
    title: 'A secret in a field that is not for one',
    why: 'Only fields for credentials, such as the `secret` of a webhook, can name a variable. All other content is shown to its readers and in plans.',
    mend: 'Remove it. To send a key `$env` as plain data, write it as `$$env`.',
  },
} as const satisfies Record<string, CodeEntry>;
