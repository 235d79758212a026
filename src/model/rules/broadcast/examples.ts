import { diagnose } from '../../../diagnostics/diagnostic.ts';
import type { BroadcastRule } from '../rule.ts';

/** An example is not sent, so documents that are sent cannot point to it. */
export const pointersToExamples: BroadcastRule = {
  codes: ['pointer-to-example'],
  // A document that points to another has asked what is known of it, and examples are always read.
  compares: 'alone',
  check: ({ entities }) =>
    [...entities.values()]
      .filter(({ local }) => !local.example)
      .flatMap(({ pointers, document: { source } }) =>
        pointers.flatMap(({ path, to }) => {
          const target = 'address' in to ? entities.get(to.address) : undefined;
          if (!target?.local.example) return [];
          const example = target.document.source;
          return diagnose(
            'pointer-to-example',
            source.valueSpan(path),
            `${target.address} is an example and is not sent, so documents that are sent cannot point to it`,
            {
              notes: [{ message: 'this line makes it an example', at: example.keySpan(['$example']) }],
              suggestion: `delete the line \`$example: true\` in ${example.file}, or point to one of your own documents`,
            },
          );
        }),
      ),
};
