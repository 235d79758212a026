/** Takes secrets out of texts that people will read: in clear, and as they look in a URL, in JSON or in base64. */
export type Redact = (text: string) => string;

const REMOVED = '[removed]';

export function createRedact(secrets: readonly string[]): Redact {
  const spellings = [...new Set(secrets.filter((secret) => secret !== '').flatMap(spellingsOf))];
  // The longest first, so that a secret that contains another one leaves nothing behind.
  spellings.sort((a, b) => b.length - a.length);
  return (text) => spellings.reduce((rest, spelling) => rest.replaceAll(spelling, REMOVED), text);
}

function spellingsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('base64'),
    bytes.toString('base64url'),
  ];
}
