import type { Document } from '../../../content/document.ts';
import { diagnose, type Diagnostic, type Span } from '../../../diagnostics/diagnostic.ts';
import type { BroadcastRule } from '../rule.ts';

/** An example is not sent, so documents that are sent cannot point to it. */
export const pointersToExamples: BroadcastRule = {
  codes: ['pointer-to-example'],
  check({ entities }) {
    const examples = new Map([...entities].filter(([, { local }]) => local.example));
    if (examples.size === 0) return [];
    return [...entities.values()].flatMap(({ local, pointers, document }) =>
      pointers.flatMap(({ path, to }) => {
        const example = 'address' in to && !local.example ? examples.get(to.address)?.document : undefined;
        return example ? pointsTo(example, document.source.valueSpan(path)) : [];
      }),
    );
  },
};

const pointsTo = ({ address, source }: Document, at: Span): Diagnostic =>
  diagnose(
    'pointer-to-example',
    at,
    `${address} is an example and is not sent, so documents that are sent cannot point to it`,
    {
      notes: [{ message: 'this line makes it an example', at: source.keySpan(['$example']) }],
      suggestion: `delete the line \`$example: true\` in ${source.file}, or point to one of your own documents`,
    },
  );
