import { diagnose } from '../../../diagnostics/diagnostic.ts';
import type { BroadcastRule } from '../rule.ts';

/** An example is not sent, so documents that are sent cannot point to it. */
export const pointersToExamples: BroadcastRule<'example' | readonly string[]> = {
  codes: ['pointer-to-example'],
  compares({ local, pointers }) {
    if (local.example) return 'example';
    const addresses = pointers.flatMap(({ to }) => ('address' in to ? to.address : []));
    return addresses.length === 0 ? undefined : addresses;
  },
  check(documents, { entityAt }) {
    const examples = new Set(documents.flatMap(({ address, values }) => (values === 'example' ? address : [])));
    if (examples.size === 0) return [];
    const pointing = documents.filter(({ values }) => values !== 'example' && values.some((to) => examples.has(to)));
    return pointing.flatMap(({ address }) => {
      const { pointers, document } = entityAt(address);
      return pointers.flatMap(({ path, to }) => {
        if (!('address' in to) || !examples.has(to.address)) return [];
        const example = entityAt(to.address).document.source;
        return diagnose(
          'pointer-to-example',
          document.source.valueSpan(path),
          `${to.address} is an example and is not sent, so documents that are sent cannot point to it`,
          {
            notes: [{ message: 'this line makes it an example', at: example.keySpan(['$example']) }],
            suggestion: `delete the line \`$example: true\` in ${example.file}, or point to one of your own documents`,
          },
        );
      });
    });
  },
};
