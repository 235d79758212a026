/**
 * The people who may use the server from another machine: those who opened its link. The link carries a secret that works
 * once, and is exchanged for a cookie. Both are kept as digests, and end with the server.
 */
import { hash, randomBytes } from 'node:crypto';

export class Guests {
  readonly #cookie: string;
  #secret: string | undefined;
  readonly #sessions = new Set<string>();

  /** Browsers send a cookie to all ports of a machine, so the name has this one. */
  constructor(port: number) {
    this.#cookie = `gitcast-${port}`;
  }

  /** The secret of a new link. Earlier links end. */
  invite(): string {
    const secret = randomBytes(18).toString('base64url');
    this.#secret = digestOf(secret);
    return secret;
  }

  /** The cookie for whoever has the secret; undefined if it is wrong, or was used. */
  admit(secret: string): string | undefined {
    if (this.#secret === undefined || digestOf(secret) !== this.#secret) return undefined;
    this.#secret = undefined;
    const session = randomBytes(24).toString('base64url');
    this.#sessions.add(digestOf(session));
    return `${this.#cookie}=${session}; Path=/; HttpOnly; SameSite=Strict`;
  }

  knows(headers: Headers): boolean {
    const cookies = (headers.get('cookie') ?? '').split(';').map((each) => each.trim().split('='));
    return cookies.some(([name, value = '']) => name === this.#cookie && this.#sessions.has(digestOf(value)));
  }
}

/** Comparing digests takes no longer for a better guess. */
const digestOf = (text: string): string => hash('sha256', text);
