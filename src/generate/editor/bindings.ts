import type { Kind } from '../../kinds/kind.ts';

interface Folders {
  /** The path of the schemas in the editor's settings. */
  readonly schemas: string;
  readonly content: string;
}

export const schemaFile = (kind: Kind): string => `${kind.name}.json`;
/** For the files of a target's own folder, which overlay others. */
export const overlaySchemaFile = (kind: Kind): string => `${kind.name}.overlay.json`;

/** The value of `yaml.schemas` in an editor's settings: the files of each schema. */
export function editorBindings(kinds: readonly Kind[], folders: Folders): Record<string, readonly string[]> {
  const inFiles = kinds.filter((kind) => kind.folder !== undefined);
  return Object.fromEntries(
    inFiles.flatMap((kind) => {
      const files = kind.single ? kind.folder : `${kind.folder}/**/*.yaml`;
      return [
        [`${folders.schemas}/${schemaFile(kind)}`, [`${folders.content}/${files}`]],
        [`${folders.schemas}/${overlaySchemaFile(kind)}`, [`${folders.content}.*/${files}`]],
      ];
    }),
  );
}
