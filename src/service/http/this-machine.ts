/**
 * Anything that shows all broadcasts, or disturbs them, is only for people and programs on this machine: the page, and
 * injected faults.
 *
 * Any program of the machine can connect, and so can everybody whom a proxy on it forwards, so the address is no proof. The
 * secret is: it is made at each start, and printed there only. It is sent in a header and never in a cookie: those of
 * 127.0.0.1 go to every server on it, whatever the port.
 */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { namesThisMachine } from '../../machine/own-host.ts';
import { readFaultRules, type Faults } from '../faults.ts';
import { readJson } from './request-body.ts';
import { Problem } from './problem.ts';
import type { Reply } from './reply.ts';
import type { ServiceRequest } from './request.ts';

const LOOPBACK_ADDRESS = /^(?:127\.|::1$|::ffff:127\.)/;
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'];

/**
 * All three have to hold. The name: a website whose name was made to resolve to 127.0.0.1 could otherwise read through its
 * visitor's browser. The address: with `--host`, other machines can connect and send any name. No header of a proxy: one on
 * this machine connects from here, and nginx sends the address it connects to as the name.
 */
export const isFromThisMachine = (request: ServiceRequest): boolean =>
  request.socket === undefined ||
  (namesThisMachine(request.header('host') ?? '') &&
    LOOPBACK_ADDRESS.test(request.socket.remoteAddress ?? '') &&
    !FORWARDED.some((name) => request.header(name) !== undefined));

const SECRET_HEADER = 'X-Gitcast-Secret';

export const newSecret = (): string => randomBytes(24).toString('base64url');

/** In constant time, also for texts of another length. */
export const knowsSecret = (request: ServiceRequest, secret: string): boolean =>
  timingSafeEqual(digestOf(request.header(SECRET_HEADER.toLowerCase()) ?? ''), digestOf(secret));

const digestOf = (text: string): Buffer => hash('sha256', text, 'buffer');

export const SECRET_NEEDED = `the secret that gitcast serve printed when it started is required; send it as ${SECRET_HEADER}: <secret>`;

/**
 * `PUT /faults` replaces the current rules with the given list. The route exists only when the service was started with
 * faults, and only for those on this machine who know its secret. A browser on this machine may show pages of other
 * sites; it names their origin in the headers, and they are refused.
 */
export async function armFaults(request: ServiceRequest, faults: Faults, secret: string): Promise<Reply> {
  if (!isSameOrigin(request)) throw new Problem(403, 'forbidden', 'faults can only be set from this origin');
  if (!knowsSecret(request, secret)) throw new Problem(401, 'unauthorized', SECRET_NEEDED);
  await faults.arm(readFaultRules(await readJson(request)));
  return { status: 204, headers: {}, body: null };
}

/** Programs other than browsers send no origin. */
function isSameOrigin(request: ServiceRequest): boolean {
  const origin = request.header('origin');
  const site = request.header('sec-fetch-site') ?? 'none';
  return (
    isFromThisMachine(request) &&
    (origin === undefined || origin.toLowerCase() === `http://${request.header('host')?.toLowerCase()}`) &&
    ['none', 'same-origin'].includes(site)
  );
}
