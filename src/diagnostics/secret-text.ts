/**
 * Texts that look like keys. Only what issuers have made recognisable counts, by a prefix and a length: guessing by how
 * random a text looks would bother writers with hashes, ids and names of files.
 */
interface Issued {
  readonly what: string;
  readonly pattern: string;
}

const ISSUED: readonly Issued[] = [
  { what: 'a key of a gitcast service', pattern: 'gck_[\\w-]{32}' },
  { what: 'a secret of a webhook', pattern: 'whsec_[A-Za-z0-9+/]{16,}={0,2}' },
  { what: 'a token of GitHub', pattern: 'gh[pousr]_[A-Za-z0-9]{36,}' },
  { what: 'a token of GitHub', pattern: 'github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}' },
  { what: 'a token of GitLab', pattern: 'glpat-[\\w-]{20,}' },
  { what: 'a key of AWS', pattern: 'A(?:KIA|SIA)[A-Z2-7]{16}' },
  { what: 'a token of Slack', pattern: 'xox[abeoprs]-[A-Za-z0-9-]{10,}' },
  { what: 'a key of Stripe', pattern: '[rs]k_(?:live|test)_[A-Za-z0-9]{16,}' },
  { what: 'a key of Google', pattern: 'AIza[\\w-]{35}' },
  { what: 'a secret of Google', pattern: 'GOCSPX-[\\w-]{28}' },
  { what: 'a key of SendGrid', pattern: 'SG\\.[\\w-]{22}\\.[\\w-]{43}' },
  { what: 'a key of a language model', pattern: 'sk-(?:ant|proj)-[\\w-]{20,}' },
  { what: 'a token of npm', pattern: 'npm_[A-Za-z0-9]{36}' },
  { what: 'a signed token', pattern: 'eyJ[\\w-]{10,}\\.eyJ[\\w-]{10,}\\.[\\w-]{10,}' },
  { what: 'a private key', pattern: '-----BEGIN (?:[A-Z]+ ){0,3}PRIVATE KEY' },
];

/** One expression for all, since it goes over every byte of every file. */
const ANY = new RegExp(ISSUED.map(({ pattern }) => `(${pattern})`).join('|'), 'g');

export interface SecretText {
  readonly start: number;
  readonly end: number;
  /** `a token of GitHub`: what it looks like. */
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

/** The middle of a longer word, as of a hash, is no key. */
const isInsideWord = (text: string, start: number): boolean => start > 0 && /\w/.test(text[start - 1]!);

/** The text with no more left of each key than its beginning and its length, so that columns stay what they are. */
export function withoutSecretTexts(text: string): string {
  const found = secretTexts(text);
  return found.reduce((masked, { start, end }) => {
    const shown = Math.min(SHOWN, end - start);
    return masked.slice(0, start + shown) + '•'.repeat(end - start - shown) + masked.slice(end);
  }, text);
}

/** How much of a key is shown, to find it by. */
export const SHOWN = 4;
