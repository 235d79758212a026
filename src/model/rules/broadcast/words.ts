import { diagnose } from '../../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../../diagnostics/nearest.ts';
import { tilesOf } from '../../../kinds/broadcast.ts';
import { entitiesOf } from '../../entities.ts';
import type { BroadcastRule } from '../rule.ts';

export const words: BroadcastRule = {
  codes: ['unknown-words'],
  compares: 'alone',
  check(broadcast) {
    return entitiesOf(broadcast, 'broadcast').flatMap(({ fields, faulty, local, document: { source } }) => {
      // The title may be in a field that has errors.
      if (faulty) return [];
      const titles = [...tilesOf(fields), ...(fields.menu?.sections ?? [])].flatMap(({ title }) => title ?? []);
      return Object.entries(local.words ?? {}).flatMap(([locale, table]) =>
        Object.keys(table ?? {})
          .filter((own) => !titles.includes(own))
          .map((own) => {
            return diagnose(
              'unknown-words',
              source.keySpan(['$words', locale, own]),
              `no tile or menu section has the title \`${own}\``,
              { suggestion: didYouMean(own, titles, '`') ?? 'remove it' },
            );
          }),
      );
    });
  },
};
