import { fileURLToPath } from 'node:url';
import { diskFiles, memoryFiles, type ContentFiles } from '../../src/content/files.ts';
import { readContent } from '../../src/content/read-content.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import type { Kind } from '../../src/kinds/kind.ts';
import { checkContent } from '../../src/model/check-content.ts';
import type { Validators } from '../../src/model/field-problems.ts';
import { buildSite, type BuildResult, type SiteBuild } from '../../src/render/build-site.ts';
import { memoryCache, type VariantCache } from '../../src/render/images/variant-cache.ts';
import { diskFolder, type TemplateFolder } from '../../src/render/templates/template-folder.ts';
import { memoryStore } from '../../src/render/writer/output-store.ts';
import { createWriter } from '../../src/render/writer/writer.ts';
import { settings } from '../model/harbour.ts';
import type { Output } from './built-site.ts';

const pathOf = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));

export const THEME = readOnce(diskFolder(pathOf('templates'), 'templates'));

/** The time of builds that name no other. */
export const NOW = '2026-11-15T00:00:00Z';

/** Shared, so that builds reuse each other's pictures. */
export const cache = memoryCache();

interface Options {
  readonly now?: string;
  readonly locales?: readonly string[];
  readonly gallery?: boolean;
  readonly force?: boolean;
  readonly templates?: readonly TemplateFolder[];
  readonly only?: (path: string) => boolean;
  readonly cache?: VariantCache;
  readonly url?: string | undefined;
  readonly settings?: SiteBuild['settings'];
  readonly redirects?: SiteBuild['redirects'];
  readonly redirectSpan?: SiteBuild['redirectSpan'];
  /** The kinds to read, if there are more than those of the interface. */
  readonly declared?: { readonly kinds: readonly Kind[]; readonly validators: Validators };
}

export interface Built {
  readonly result: BuildResult;
  readonly output: Output;
  readonly bytesOf: (path: string) => Uint8Array;
  /** The problems in the content. */
  readonly problems: readonly Diagnostic[];
}

/** Content is in git, though without its history. Outside of git, calendars have the time of the build. */
const LAST_COMMIT = Date.parse('2026-11-01T00:00:00Z');

async function build(files: ContentFiles, options: Options): Promise<Built> {
  const { now = NOW, templates = [], declared, locales = settings.locales, ...input } = options;
  const store = memoryStore();
  const content = readContent(files, { prefix: 'content/', ...(declared && { kinds: declared.kinds }) });
  const { broadcast, diagnostics: problems } = checkContent(content, { ...settings, locales }, declared);
  const result = await buildSite({
    broadcast,
    now: Date.parse(now),
    committed: LAST_COMMIT,
    url: 'https://harbour.example',
    readMedia: (name) => files.read(name),
    templateFolders: [...templates, THEME],
    writer: createWriter(store),
    cache,
    ...input,
  });
  const output = new Map([...store.files].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]));
  return { result, output, bytesOf: (path) => store.files.get(path)!, problems };
}

export const buildDemo = (options: Options = {}): Promise<Built> => build(diskFiles(pathOf('content')), options);

export const buildFiles = (
  texts: Readonly<Record<string, string | Uint8Array>>,
  options: Options = {},
): Promise<Built> => build(memoryFiles({ 'broadcast.yaml': 'name: Harbour festival\n', ...texts }), options);

/** No test changes the theme. */
function readOnce(folder: TemplateFolder): TemplateFolder {
  const texts = new Map(folder.paths().map((path) => [path, folder.read(path)]));
  return { ...folder, read: (path) => texts.get(path), look: () => (path) => texts.has(path) };
}

export const buildNothing = (): Promise<Built> => build(memoryFiles({}), {});
