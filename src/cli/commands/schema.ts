import { count } from '../../diagnostics/count.ts';
import { findFileKind } from '../../project/files/find-kind.ts';
import { writeSchemas } from '../../project/files/schemas.ts';
import { confirmed, defineCommand, shown } from '../command.ts';
import { projectOf } from '../open-project.ts';

export const command = defineCommand({
  arguments: [{ name: 'KIND', completes: 'kind', about: "Print this kind's schema (default: write all schemas)" }],
  options: writeSchemas.options,
  examples: [
    { line: 'gitcast schema', about: 'Updates all schemas, with your file names for completion' },
    { line: 'gitcast schema event', about: 'Prints the schema of an event' },
  ],
  async run(invocation) {
    const [word] = invocation.arguments;
    const project = projectOf(invocation);
    if (word !== undefined) {
      const json = await project.schema({ kind: findFileKind(word).name });
      return shown(json, () => `${JSON.stringify(json, null, 2)}\n`);
    }
    const { folder, files } = await project.writeSchemas({ out: invocation.options.out });
    return confirmed({ files }, ({ bold }) => `wrote ${count(files.length, 'schema')} to ${bold(`${folder}/`)}`);
  },
});
