/**
 * Removes secrets from text that people will read: in plain text, and as encoded in a URL, JSON, HTML, hexadecimal or
 * base64. Upper and lower case match too, since a service may return a key in its stored form.
 */
export type Redact = (text: string) => string;

const REMOVED = '[removed]';
/** Characters with a meaning in regular expressions. */
const SIGNS = /[\\^$.*+?()[\]{}|/]/g;

export function createRedact(secrets: readonly string[]): Redact {
  const spellings = [...new Set(secrets.filter((secret) => secret !== '').flatMap(spellingsOf))];
  // Longest first, so that a secret that contains another one is removed completely.
  spellings.sort((a, b) => b.length - a.length);
  const patterns = spellings.map((spelling) => new RegExp(spelling.replaceAll(SIGNS, '\\$&'), 'gi'));
  return (text) => patterns.reduce((rest, pattern) => rest.replaceAll(pattern, REMOVED), text);
}

function spellingsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const encoded = BASE64.flatMap((encoding) => [0, 1, 2].map((before) => base64After(before, bytes, encoding)));
  const inJson = JSON.stringify(secret).slice(1, -1);
  const inHtml = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return [
    secret,
    encodeURIComponent(secret),
    inJson,
    JSON.stringify(inJson).slice(1, -1),
    inHtml,
    inHtml.replaceAll('"', '&quot;'),
    bytes.toString('hex'),
    ...encoded,
    ...encoded.map(encodeURIComponent),
  ].filter((spelling) => spelling.length >= Math.min(secret.length, SHORTEST));
}

const BASE64 = ['base64', 'base64url'] as const;
/** A shorter string could be part of any word. */
const SHORTEST = 8;

/** For a secret inside a larger base64 text: the part that does not depend on its surroundings. */
function base64After(before: number, bytes: Buffer, encoding: (typeof BASE64)[number]): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes])
    .toString(encoding)
    .replaceAll('=', '');
  const isWhole = (before + bytes.length) % 3 === 0;
  return text.slice(before === 0 ? 0 : before + 1, isWhole ? undefined : -1);
}
