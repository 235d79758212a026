/** Where an import reads from: a file, a folder, standard input or a URL. */
import { resolve } from 'node:path';
import type { Config, Import } from '../../config/config.ts';
import { keyFor } from '../../config/credentials.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { isUrl, openBytes, openFiles } from '../../import/open-source.ts';
import type { Source } from '../../import/source.ts';
import type { Outside } from '../outside.ts';
import { download } from './download.ts';

/** `folder`: what a relative path is relative to. */
export async function openSource(
  config: Config,
  asked: Pick<Import, 'name' | 'source' | 'key'> & { readonly input?: Uint8Array | undefined },
  folder: string,
  outside: Outside,
): Promise<Source> {
  const { source } = asked;
  if (source === '-') return openBytes('standard input', 'standard-input', asked.input ?? new Uint8Array());
  if (!isUrl(source)) return openFiles(source, resolve(folder, source));
  const key = asked.key && keyFor(config, { owner: `imports.${asked.name}`, address: source, key: asked.key });
  const { bytes, url } = await download(source, { config, outside, ...(key && { key }) });
  if (bytes.length === 0) throw new UserError(`${source} is empty`);
  return openBytes(source, new URL(url).pathname.split('/').at(-1) || 'index', bytes);
}
