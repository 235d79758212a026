import { explainKind, explainShape } from '../../generate/explain.ts';
import { kinds } from '../../kinds/registry.ts';
import { shapes } from '../../kinds/shapes/shape-registry.ts';
import { findExplained, shapesLike } from '../../project/files/find-kind.ts';
import { defineCommand } from '../command.ts';
import { kindsText, kindText, shapeText } from '../views/explanation.ts';

export const command = defineCommand({
  arguments: [
    {
      name: 'NAME',
      completes: [...kinds, ...shapes].map(({ name }) => name),
      about: 'The kind or shape to explain (default: a summary of all kinds)',
    },
  ],
  options: {},
  examples: [
    { line: 'gitcast explain', about: 'Lists the kinds, what a sync can do with each, and the shapes' },
    { line: 'gitcast explain event', about: 'Shows the fields of an event, its operations and gaps' },
    { line: 'gitcast explain Block', about: 'Lists the types of blocks; CountdownBlock shows the fields of one' },
  ],
  run({ arguments: [word] }) {
    if (word === undefined) {
      const explained = kinds.map(explainKind);
      const named = shapes.map(explainShape);
      const json = {
        kinds: explained.map(({ name, title, folder = null, capabilities }) => ({ name, title, folder, capabilities })),
        shapes: named.map(({ name, summary }) => ({ name, summary })),
      };
      return { exitCode: 0, json, human: (style) => kindsText(explained, named, style) };
    }
    const found = findExplained(word);
    if (found.type === 'shape') {
      const explained = explainShape(found.shape);
      return { exitCode: 0, json: explained, human: (style) => shapeText(explained, style) };
    }
    const explained = explainKind(found.kind);
    const seeAlso = shapesLike(word).map(({ name }) => name);
    return { exitCode: 0, json: explained, human: (style) => kindText(explained, seeAlso, style) };
  },
});
