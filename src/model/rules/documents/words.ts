import { diagnose } from '../../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../../diagnostics/nearest.ts';
import { tilesOf } from '../../../kinds/broadcast.ts';
import { isOf } from '../../entities.ts';
import type { DocumentRule } from '../rule.ts';

export const words: DocumentRule = {
  codes: ['unknown-words'],
  check(entity) {
    // The title may be in a field that has errors.
    if (!isOf('broadcast', entity) || entity.faulty) return [];
    const { fields, local, document } = entity;
    const titles = [...tilesOf(fields), ...(fields.menu?.sections ?? [])].flatMap(({ title }) => title ?? []);
    return Object.entries(local.words ?? {}).flatMap(([locale, table]) =>
      Object.keys(table ?? {})
        .filter((own) => !titles.includes(own))
        .map((own) =>
          diagnose(
            'unknown-words',
            document.source.keySpan(['$words', locale, own]),
            `no tile or menu section has the title \`${own}\``,
            { suggestion: didYouMean(own, titles, '`') ?? 'remove it' },
          ),
        ),
    );
  },
};
