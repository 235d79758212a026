import { join, resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import { contents } from '../../content/target-content.ts';
import { editorSchema, type KnownAddresses } from '../../generate/editor/editor-schemas.ts';
import { knownAddresses, SCHEMAS_FOLDER, schemaFiles } from '../../start/template-files.ts';
import type { Outside } from '../outside.ts';
import { defineCall } from '../calls/call.ts';
import { folder, needed, type OptionsOf } from '../calls/option.ts';
import { configOf } from '../../repository/load-config.ts';
import { findFileKind, kind } from './find-kind.ts';
import { readLayers, shownFrom } from '../../repository/repository.ts';
import { writeFiles } from '../../machine/write-files.ts';

const namesIn = (config: Config, { folder }: Outside): KnownAddresses =>
  knownAddresses(contents(readLayers(config, folder)).map(({ content }) => content));

const schemaOptions = { kind: needed({ ...kind("The kind's name"), flag: null }) };

/** The JSON Schema for completion and checks in editors, including the names of the project's files. */
export const schemaOf = defineCall(schemaOptions, (outside, options: OptionsOf<typeof schemaOptions>): object =>
  editorSchema(findFileKind(options.kind), namesIn(configOf(outside), outside)),
);

/** The schemas that were written. */
export interface WrittenSchemas {
  /** The folder, relative to the project's folder. */
  readonly folder: string;
  /** The files, relative to the project's folder. */
  readonly files: readonly string[];
}

const writeOptions = {
  out: folder('The output folder (default: .vscode/gitcast, as in the editor settings of init)'),
};

/** Writes the schemas of all kinds to `out` (default: `.vscode/gitcast`). */
export const writeSchemas = defineCall(
  writeOptions,
  async (outside, { out }: OptionsOf<typeof writeOptions>): Promise<WrittenSchemas> => {
    const config = configOf(outside);
    const addresses = namesIn(config, outside);
    // A path that a person types is intended; below the repository a link may lead anywhere.
    const [base, below] = out === undefined ? [config.root, SCHEMAS_FOLDER] : [resolve(outside.folder, out), '.'];
    const shown = (path: string): string => shownFrom(outside.folder, join(base, path));
    const files = schemaFiles(below, addresses);
    await writeFiles(base, files);
    return { folder: shown(below), files: Object.keys(files).map(shown) };
  },
);
