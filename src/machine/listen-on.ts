/** Servers on a port of this machine. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UserError } from '../diagnostics/errors.ts';

interface Address {
  /** 0 for any free port. */
  readonly port: number;
  readonly hostname?: string;
}

/** Returns the URL of the server. */
export async function listenOn(server: Server, { port, hostname = '127.0.0.1' }: Address): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(unusableHost(error, hostname) ?? unusablePort(error, port)),
    );
    server.listen(port, hostname, resolve);
  });
  return `http://${reachable(hostname)}:${(server.address() as AddressInfo).port}`;
}

/** A wildcard stands for every address of this machine, and is not an address to connect to. */
function reachable(hostname: string): string {
  const address = { '0.0.0.0': '127.0.0.1', '::': '::1' }[hostname] ?? hostname;
  return address.includes(':') ? `[${address}]` : address;
}

/** The error with a next step, for a server that could not listen; any other error as it is. */
export function unusablePort(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') return error;
  const why = error.code === 'EACCES' ? 'may not be used' : 'is in use';
  return new UserError(`port ${port} ${why}`, {
    suggestion: 'choose another with --port, or --port 0 for any free one',
    cause: error,
  });
}

/** Undefined if the address is not the reason. */
export function unusableHost({ code }: NodeJS.ErrnoException, hostname: string): UserError | undefined {
  if (code !== 'EADDRNOTAVAIL' && code !== 'ENOTFOUND' && code !== 'EAI_AGAIN') return undefined;
  return new UserError(`${hostname} is not an address of this machine`, {
    suggestion: 'pass one of its addresses with --host, or 0.0.0.0 for all of them',
  });
}
