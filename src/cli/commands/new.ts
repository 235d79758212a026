import { findFileKindMeant } from '../../project/files/find-kind.ts';
import { newDocument as call } from '../../project/files/new-document.ts';
import { confirmed, defineCommand } from '../command.ts';
import { projectOf } from '../open-project.ts';

export const command = defineCommand({
  arguments: [
    {
      name: 'KIND',
      required: true,
      completes: 'kind',
      about: 'A kind of document, such as event, place or article (gitcast explain lists them)',
    },
    { name: 'SLUG', about: 'The file name without its extension; may contain folders' },
  ],
  options: call.options,
  examples: [
    { line: 'gitcast new event opening-night', about: 'An event' },
    { line: 'gitcast new article news/getting-there', about: 'An article in a folder' },
  ],
  async run(invocation) {
    const [word = '', slug] = invocation.arguments;
    const { options } = invocation;
    const kind = findFileKindMeant(word).name;
    const { file } = await projectOf(invocation).newDocument({ kind, slug, force: options.force });
    return confirmed({ file }, ({ bold }) => `wrote ${bold(file)}`);
  },
});
