import { explainKind } from '../../generate/explain-kind.ts';
import { kinds } from '../../kinds/registry.ts';
import { defineCommand } from '../command.ts';
import { findKind } from '../../project/files/find-kind.ts';
import { kindsText, kindText } from '../views/explanation.ts';

export const explain = defineCommand({
  arguments: [{ name: 'KIND', completes: 'kind', about: 'The kind to explain (default: a summary of all kinds)' }],
  options: {},
  examples: [
    { line: 'gitcast explain', about: 'Lists the kinds and what a sync can do with each' },
    { line: 'gitcast explain event', about: 'Shows the fields of an event, its operations and gaps' },
  ],
  run({ arguments: [word] }) {
    if (word === undefined) {
      const explained = kinds.map(explainKind);
      const json = explained.map(({ name, title, folder, capabilities }) => ({
        name,
        title,
        folder: folder ?? null,
        capabilities,
      }));
      return { exitCode: 0, json: { kinds: json }, human: (style) => kindsText(explained, style) };
    }
    const explained = explainKind(findKind(word));
    return { exitCode: 0, json: explained, human: (style) => kindText(explained, style) };
  },
});
