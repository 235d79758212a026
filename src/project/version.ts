import { readFileSync } from 'node:fs';

/** From package.json. src/ and lib/ are at the same depth, so the path is the same from both. */
export function version(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  return manifest.version;
}
