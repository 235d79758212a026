/** The example of docs/guides/webhooks.md, as a module. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../outside/documents.ts';

interface Documented {
  readonly isGenuine: (headers: object, body: string | Uint8Array, secret: string) => boolean;
}

export async function documented(): Promise<Documented> {
  const [, example] = /```js\n([^]*?)```/.exec(readFileSync(join(ROOT, 'docs/guides/webhooks.md'), 'utf8'))!;
  return (await import(`data:text/javascript,${encodeURIComponent(example!)}`)) as Documented;
}
