/** What shows all broadcasts, or disturbs them, is only for people and programs on this machine. */
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { namesThisMachine } from '../../machine/own-host.ts';

const LOOPBACK_ADDRESS = /^(?:127\.|::1$|::ffff:127\.)/;
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'];

/**
 * All three have to hold. The name: a website whose name was made to resolve to 127.0.0.1 could otherwise read through its
 * visitor's browser. The address: with `--host`, other machines can connect and send any name. No header of a proxy: one on
 * this machine connects from here, and nginx sends the address it connects to as the name.
 */
export function isFromThisMachine(c: Context): boolean {
  return (
    namesThisMachine(hostOf(c)) &&
    LOOPBACK_ADDRESS.test(addressOf(c)) &&
    !FORWARDED.some((name) => c.req.header(name) !== undefined)
  );
}

export const hostOf = (c: Context): string => c.req.header('host') ?? new URL(c.req.url).host;

/** A request that came by no connection is made by a program in this process. */
function addressOf(c: Context): string {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  return incoming === undefined ? '127.0.0.1' : (incoming.socket.remoteAddress ?? '');
}
