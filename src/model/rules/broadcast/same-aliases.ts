import { diagnose, type Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { keyOfPath } from '../../../values/former-path.ts';
import { readAlias } from '../../aliases.ts';
import type { Entity } from '../../broadcast.ts';
import { comparedIn, type BroadcastRule } from '../rule.ts';

/** Documents with the same former address. */
export const sameAliases: BroadcastRule = {
  codes: ['same-alias'],
  check(read) {
    const firsts = new Map<string, Place>();
    return comparedIn(read, ({ local }) => local.aliases).flatMap(({ entity, values: aliases }) =>
      aliases.flatMap((alias, index) => {
        const key = keyOfAlias(alias);
        const first = firsts.get(key);
        if (!first && key !== '') firsts.set(key, { entity, index });
        return first ? sameAlias({ entity, index }, first) : [];
      }),
    );
  },
};

type Place = { readonly entity: Entity; readonly index: number };

function sameAlias({ entity, index }: Place, first: Place): Diagnostic {
  const { source } = first.entity.document;
  return diagnose(
    'same-alias',
    entity.document.source.valueSpan(['$aliases', index]),
    `${source.file} has the same alias, and the address leads there`,
    {
      notes: [{ message: 'the other one', at: source.valueSpan(['$aliases', first.index]) }],
      suggestion: 'remove one of them',
    },
  );
}

/** Empty for one that has another problem. */
function keyOfAlias(written: string): string {
  const alias = readAlias(written);
  return alias.type === 'problem' ? '' : keyOfPath(alias.page);
}
