/** The files that an editor needs for completion and checks. */
import type { Content } from '../content/read-content.ts';
import { editorSchema, overlaySchemaFile, schemaFile, type KnownAddresses } from '../generate/editor/editor-schemas.ts';
import { overlaySchema } from '../generate/editor/overlay-schema.ts';
import { fileKinds } from '../kinds/registry.ts';
import type { FileTexts } from '../machine/write-files.ts';

/** The folder that `init` sets up in the editor. It is in git, so that a fresh clone has completion at once. */
export const SCHEMAS_FOLDER = '.vscode/gitcast';

/** The editor schemas of every kind that is kept in files: one for whole files, one for overlays. */
export const schemaFiles = (below: string, known: KnownAddresses): FileTexts =>
  Object.fromEntries(
    fileKinds.flatMap((each) => {
      const whole = editorSchema(each, known);
      return [
        [`${below}/${schemaFile(each)}`, schemaText(whole)],
        [`${below}/${overlaySchemaFile(each)}`, schemaText(overlaySchema(whole, schemaFile(each)))],
      ];
    }),
  );

export const schemaText = (schema: object): string => `${JSON.stringify(schema, null, 2)}\n`;

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
