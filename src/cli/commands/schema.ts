import { join, resolve } from 'node:path';
import { contents } from '../../content/target-content.ts';
import { editorSchema } from '../../generate/editor-schemas.ts';
import { defineCommand } from '../command.ts';
import { findFileKind } from '../find-kind.ts';
import { knownAddresses } from '../known-addresses.ts';
import { loadConfig } from '../load-config.ts';
import { readLayers, shownFrom } from '../repository.ts';
import { SCHEMAS_FOLDER, schemaFiles, schemaText } from '../schema-files.ts';
import { count } from '../views/count.ts';
import { writeFiles } from '../write-files.ts';

export const schema = defineCommand({
  arguments: [{ name: 'KIND', about: 'Print the schema of this kind; all are written when it is left out' }],
  options: {
    out: { value: 'DIR', about: 'Where they are written; otherwise .vscode/gitcast, to which init binds the editor' },
  },
  examples: [
    { line: 'gitcast schema', about: 'Renews all of them, with the names of your files for completion' },
    { line: 'gitcast schema event', about: 'Prints the schema of an event' },
  ],
  run({ context: { cwd, env }, arguments: [word], options }) {
    const config = loadConfig({ configFile: options.config, cwd, env });
    const known = knownAddresses(contents(readLayers(config, cwd)).map(({ content }) => content));
    if (word !== undefined) {
      const json = editorSchema(findFileKind(word), known);
      return { exitCode: 0, json, human: () => schemaText(json) };
    }
    // A path that somebody types is meant; below the repository a link may lead anywhere.
    const [base, folder] = options.out === undefined ? [config.root, SCHEMAS_FOLDER] : [resolve(cwd, options.out), '.'];
    const shown = shownFrom(cwd, join(base, folder));
    const files = schemaFiles(folder, known);
    writeFiles(base, files);
    return {
      exitCode: 0,
      json: { files: Object.keys(files).map((path) => shownFrom(cwd, join(base, path))) },
      human: ({ colours, quiet }) =>
        quiet
          ? ''
          : `${colours.green('✓')} wrote ${count(Object.keys(files).length, 'schema')} to ${colours.bold(`${shown}/`)}\n`,
    };
  },
});
