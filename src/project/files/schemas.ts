import { join, resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import { contents } from '../../content/target-content.ts';
import { editorSchema, type KnownAddresses } from '../../generate/editor/editor-schemas.ts';
import type { KindName } from '../../kinds/registry.ts';
import type { Outside } from '../outside.ts';
import { configOf } from '../settings/load-config.ts';
import { findFileKind } from './find-kind.ts';
import { knownAddresses } from './known-addresses.ts';
import { readLayers, shownFrom } from './repository.ts';
import { SCHEMAS_FOLDER, schemaFiles } from './schema-files.ts';
import { writeFiles } from './write-files.ts';

const namesIn = (config: Config, { folder }: Outside): KnownAddresses =>
  knownAddresses(contents(readLayers(config, folder)).map(({ content }) => content));

/** The JSON Schema for completion and checks in editors, including the names of the project's files. */
export const schemaOf = async (outside: Outside, { kind }: { readonly kind: KindName }): Promise<object> =>
  editorSchema(findFileKind(kind), namesIn(configOf(outside), outside));

export interface WrittenSchemas {
  /** The folder, relative to the project's folder. */
  readonly folder: string;
  readonly files: readonly string[];
}

/** Writes the schemas of all kinds to `out` (default: `.vscode/gitcast`). */
export async function writeSchemas(
  outside: Outside,
  { out }: { readonly out?: string | undefined } = {},
): Promise<WrittenSchemas> {
  const config = configOf(outside);
  const known = namesIn(config, outside);
  // A path that a person types is intended; below the repository a link may lead anywhere.
  const [base, folder] = out === undefined ? [config.root, SCHEMAS_FOLDER] : [resolve(outside.folder, out), '.'];
  const shown = (path: string): string => shownFrom(outside.folder, join(base, path));
  const files = schemaFiles(folder, known);
  writeFiles(base, files);
  return { folder: shown(folder), files: Object.keys(files).map(shown) };
}
