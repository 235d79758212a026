/**
 * The names by which a server on this machine is asked. A website whose name is made to resolve to 127.0.0.1 reaches the
 * server through the visitor's browser (DNS rebinding), so it accepts only names that always mean this machine.
 */
const OWN_NAME = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::(?<port>\d+))?$/i;

/** With the server's own port. */
export function isOwnHost(host: string | null | undefined, port: number): boolean {
  const found = OWN_NAME.exec(host ?? '');
  return found !== null && Number(found.groups!['port'] ?? 80) === port;
}

export const ownHostOnly = (port: number): string =>
  `this server only answers to http://127.0.0.1:${port}/ and http://localhost:${port}/`;

/** The hosts that are this machine, with their subdomains: no request to them uses a proxy. */
export const LOOPBACK = ['localhost', '127.0.0.1', '::1'] as const;

/** True if a host, as written in URLs, is this machine. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return LOOPBACK.some((own) => host === own) || host.endsWith('.localhost');
}
