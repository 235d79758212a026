/** The files that `init` writes, read from templates/. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { TEMPLATES } from '../machine/program.ts';
import { memoryFiles } from '../content/files.ts';
import { readContent, type Content } from '../content/read-content.ts';
import {
  editorBindings,
  editorSchema,
  overlaySchemaFile,
  schemaFile,
  type KnownAddresses,
} from '../generate/editor/editor-schemas.ts';
import { fileKinds } from '../kinds/registry.ts';
import type { FileTexts } from '../machine/write-files.ts';
import { overlaySchema } from '../generate/editor/overlay-schema.ts';

/** The files below a folder of templates/, with their names in a repository. */
export function templateFiles(name: string): FileTexts {
  const folder = join(TEMPLATES, name);
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry): [string, Uint8Array] => {
    const file = join(entry.parentPath, entry.name);
    return [nameInRepository(relative(folder, file)), readFileSync(file)];
  });
  return Object.fromEntries(files.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** `_gitignore` becomes `.gitignore`: npm and git would apply a file with the real name to this package. */
const nameInRepository = (path: string): string =>
  path
    .split(sep)
    .map((part) => part.replace(/^_/, '.'))
    .join('/');

/** The files of a new repository: those of templates/starter/, and the editor files generated from the kinds. */
export function starterFiles({ isLocked }: { readonly isLocked: boolean }): FileTexts {
  const files = templateFiles('starter');
  const bindings = editorBindings(fileKinds, { schemas: `./${SCHEMAS_FOLDER}`, content: CONTENT });
  return {
    ...files,
    ...(!isLocked && { 'README.md': readmeWithoutLock() }),
    '.vscode/settings.json': `${JSON.stringify({ 'yaml.schemas': bindings }, null, 2)}\n`,
    ...schemaFiles(SCHEMAS_FOLDER, knownAddresses([contentOf(files)])),
  };
}

/** `npm ci` would fail, and `npx` would run whatever has this name in the registry. */
const readmeWithoutLock = (): string =>
  readFileSync(join(TEMPLATES, 'starter/README.md'), 'utf8')
    .replace(
      /^npm ci .*$/m,
      '# gitcast init --ci HOST --package FILE pins gitcast for everybody: FILE is what npm pack writes',
    )
    .replaceAll('npx gitcast', 'gitcast');

const CONTENT = 'content';

function contentOf(files: FileTexts): Content {
  const inside = Object.entries(files).filter(([path]) => path.startsWith(`${CONTENT}/`));
  const named = inside.map(([path, text]) => [path.slice(CONTENT.length + 1), text]);
  return readContent(memoryFiles(Object.fromEntries(named)), { prefix: '' });
}

/** The folder that `init` sets up in the editor. It is in git, so that a fresh clone has completion at once. */
export const SCHEMAS_FOLDER = '.vscode/gitcast';

/** The editor schemas of every kind that is kept in files: one for whole files, one for overlays. */
export const schemaFiles = (below: string, addresses: KnownAddresses): FileTexts =>
  Object.fromEntries(
    fileKinds.flatMap((each) => {
      const whole = editorSchema(each, addresses);
      return [
        [`${below}/${schemaFile(each)}`, schemaText(whole)],
        [`${below}/${overlaySchemaFile(each)}`, schemaText(overlaySchema(whole, schemaFile(each)))],
      ];
    }),
  );

const schemaText = (schema: object): string => `${JSON.stringify(schema, null, 2)}\n`;

/** Every name that a pointer or a media value can use, in any target. */
export function knownAddresses(contents: readonly Content[]): KnownAddresses {
  const documents = contents.flatMap((content) => content.documents);
  const byKind = Map.groupBy(documents, ({ kind }) => kind);
  return {
    addresses: new Map([...byKind].map(([kind, group]) => [kind, unique(group.map(({ address }) => address))])),
    media: unique(contents.flatMap(({ media }) => media.map(({ name }) => name))),
  };
}

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)];
