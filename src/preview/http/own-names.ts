/**
 * Restricts who may use a server on this machine. A website whose name is made to resolve to 127.0.0.1 reaches it
 * through the visitor's browser (DNS rebinding), so the server accepts only names that always mean this machine, with
 * its own port.
 */
export function isOwnHost(host: string | null, port: number): boolean {
  const names = ['127.0.0.1', 'localhost', '[::1]'];
  const written = names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));
  return host !== null && written.includes(host.toLowerCase());
}

export const foreignHost = (port: number): Response =>
  new Response(`this server only answers to http://127.0.0.1:${port}/ and http://localhost:${port}/\n`, {
    status: 403,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
