/**
 * Texts that look like keys. Only keys that their issuers made recognisable, by a prefix and a length, are reported:
 * guessing from how random a text looks would flag hashes, ids and file names.
 */
interface Issued {
  readonly what: string;
  readonly pattern: string;
}

const ISSUED: readonly Issued[] = [
  { what: 'a gitcast service key', pattern: 'gck_[\\w-]{32}' },
  { what: 'a webhook secret', pattern: 'whsec_[A-Za-z0-9+/]{16,}={0,2}' },
  { what: 'a GitHub token', pattern: 'gh[pousr]_[A-Za-z0-9]{36,}' },
  { what: 'a GitHub token', pattern: 'github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}' },
  { what: 'a GitLab token', pattern: 'glpat-[\\w-]{20,}' },
  { what: 'an AWS key', pattern: 'A(?:KIA|SIA)[A-Z2-7]{16}' },
  { what: 'a Slack token', pattern: 'xox[abeoprs]-[A-Za-z0-9-]{10,}' },
  { what: 'a Stripe key', pattern: '[rs]k_(?:live|test)_[A-Za-z0-9]{16,}' },
  { what: 'a Google key', pattern: 'AIza[\\w-]{35}' },
  { what: 'a Google secret', pattern: 'GOCSPX-[\\w-]{28}' },
  { what: 'a SendGrid key', pattern: 'SG\\.[\\w-]{22}\\.[\\w-]{43}' },
  { what: 'a language model key', pattern: 'sk-(?:ant|proj)-[\\w-]{20,}' },
  { what: 'an npm token', pattern: 'npm_[A-Za-z0-9]{36}' },
  { what: 'a signed token', pattern: 'eyJ[\\w-]{10,}\\.eyJ[\\w-]{10,}\\.[\\w-]{10,}' },
  { what: 'a private key', pattern: '-----BEGIN (?:[A-Z]+ ){0,3}PRIVATE KEY' },
];

/** One expression for all of them, because it runs over every byte of every file. */
const ANY = new RegExp(ISSUED.map(({ pattern }) => `(${pattern})`).join('|'), 'g');

export interface SecretText {
  readonly start: number;
  readonly end: number;
  /** A description such as `a GitHub token`. */
  readonly what: string;
}

export function secretTexts(text: string): readonly SecretText[] {
  let found: SecretText[] | undefined;
  ANY.lastIndex = 0;
  for (let match = ANY.exec(text); match; match = ANY.exec(text)) {
    const start = match.index;
    if (isInsideWord(text, start)) {
      ANY.lastIndex = start + 1;
      continue;
    }
    const which = match.findIndex((group, index) => index > 0 && group !== undefined) - 1;
    (found ??= []).push({ start, end: start + match[0].length, what: ISSUED[which]!.what });
  }
  return found ?? NONE;
}

const NONE: readonly SecretText[] = [];

/** A match in the middle of a longer word, such as a hash, is not a key. */
const isInsideWord = (text: string, start: number): boolean => start > 0 && /\w/.test(text[start - 1]!);

/** Masks all but the first characters of each key. The length stays, so that columns do not shift. */
export function withoutSecretTexts(text: string): string {
  const found = secretTexts(text);
  return found.reduce((masked, { start, end }) => {
    const shown = Math.min(SHOWN, end - start);
    return masked.slice(0, start + shown) + '•'.repeat(end - start - shown) + masked.slice(end);
  }, text);
}

/** How many characters of a key are shown, enough to find it. */
export const SHOWN = 4;
