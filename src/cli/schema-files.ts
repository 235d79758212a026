import { schemaFile } from '../generate/editor-bindings.ts';
import { editorSchema, type KnownAddresses } from '../generate/editor-schemas.ts';
import { fileKinds } from '../kinds/registry.ts';
import type { FileTexts } from './write-files.ts';

/** Where `init` tells the editor to look: in git, so that a fresh clone completes and explains at once. */
export const SCHEMAS_FOLDER = '.vscode/gitcast';

/** The editor's schema of every kind that lives in files. */
export const schemaFiles = (folder: string, known: KnownAddresses): FileTexts =>
  Object.fromEntries(fileKinds.map((kind) => [`${folder}/${schemaFile(kind)}`, schemaText(editorSchema(kind, known))]));

export const schemaText = (schema: object): string => `${JSON.stringify(schema, null, 2)}\n`;
