import { diagnose } from '../../../diagnostics/diagnostic.ts';
import { keyOfPath } from '../../../values/former-path.ts';
import { readAlias } from '../../aliases.ts';
import type { BroadcastRule } from '../rule.ts';

/** Documents with the same former address. The key of each alias; empty for one that has another problem. */
export const sameAliases: BroadcastRule<readonly string[]> = {
  codes: ['same-alias'],
  compares: ({ local }) => local.aliases?.map(keyOfAlias),
  check(documents, { entityAt }) {
    const firsts = new Map<string, { readonly address: string; readonly index: number }>();
    return documents.flatMap(({ address, values }) =>
      values.flatMap((key, index) => {
        const first = firsts.get(key);
        if (!first && key !== '') firsts.set(key, { address, index });
        if (!first) return [];
        const [own, other] = [entityAt(address), entityAt(first.address)];
        return diagnose(
          'same-alias',
          own.document.source.valueSpan(['$aliases', index]),
          `${other.document.source.file} has the same alias, and the address leads there`,
          {
            notes: [{ message: 'the other one', at: other.document.source.valueSpan(['$aliases', first.index]) }],
            suggestion: 'remove one of them',
          },
        );
      }),
    );
  },
};

function keyOfAlias(written: string): string {
  const alias = readAlias(written);
  return alias.type === 'problem' ? '' : keyOfPath(alias.page);
}
