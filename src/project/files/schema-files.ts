import { overlaySchemaFile, schemaFile } from '../../generate/editor/bindings.ts';
import { editorSchema, type KnownAddresses } from '../../generate/editor/editor-schemas.ts';
import { overlaySchema } from '../../generate/editor/overlay-schema.ts';
import { fileKinds } from '../../kinds/registry.ts';
import type { FileTexts } from './write-files.ts';

/** The folder that `init` sets up in the editor. It is in git, so that a fresh clone has completion at once. */
export const SCHEMAS_FOLDER = '.vscode/gitcast';

/** The editor schemas of every kind that is kept in files: one for whole files, one for overlays. */
export const schemaFiles = (folder: string, known: KnownAddresses): FileTexts =>
  Object.fromEntries(
    fileKinds.flatMap((kind) => {
      const whole = editorSchema(kind, known);
      return [
        [`${folder}/${schemaFile(kind)}`, schemaText(whole)],
        [`${folder}/${overlaySchemaFile(kind)}`, schemaText(overlaySchema(whole, schemaFile(kind)))],
      ];
    }),
  );

export const schemaText = (schema: object): string => `${JSON.stringify(schema, null, 2)}\n`;
