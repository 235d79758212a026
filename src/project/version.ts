import { readFileSync } from 'node:fs';

/** As the package says. src/ and lib/ lie equally deep, so the way is the same from both. */
export function version(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  return manifest.version;
}
