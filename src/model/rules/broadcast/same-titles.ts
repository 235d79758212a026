import { diagnose, type Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { epochOf } from '../../../values/instants.ts';
import type { Entity } from '../../broadcast.ts';
import { entitiesOf } from '../../entities.ts';
import { hiddenBecause } from '../../traits.ts';
import type { BroadcastRule } from '../rule.ts';

const WEEK = 7 * 24 * 60 * 60_000;

/** Two articles of one title within a week. A column that appears each week, or a headline of each year, is no mistake. */
export const sameTitles: BroadcastRule = {
  codes: ['same-title'],
  compares: (entity) => ({ same: titleOf(entity) }),
  check(broadcast) {
    const dated = entitiesOf(broadcast, 'article').flatMap((entity) =>
      titleOf(entity).map((title) => ({ entity, title, time: epochOf(String(entity.fields.published_at)) })),
    );
    const groups = Map.groupBy(
      dated.sort((a, b) => a.time - b.time),
      ({ title }) => title,
    );
    return [...groups.values()].flatMap((group) =>
      group.slice(1).flatMap((later, index) => {
        const earlier = group[index]!;
        // Those of the same instant are an error of their own.
        const apart = later.time - earlier.time;
        return apart > 0 && apart < WEEK ? [sameTitle(later.entity, earlier.entity)] : [];
      }),
    );
  },
};

function titleOf(entity: Entity): readonly string[] {
  const { kind, fields } = entity;
  if (kind !== 'article' || hiddenBecause(entity) || typeof fields['published_at'] !== 'string') return [];
  return typeof fields['title'] === 'string' ? [`title ${fields['title'].trim().toLowerCase()}`] : [];
}

const sameTitle = ({ document: { source } }: Entity, { document: other }: Entity): Diagnostic =>
  diagnose('same-title', source.valueSpan(['title']), `${other.source.file} has the same title, in the same week`, {
    notes: [{ message: 'the other one', at: other.source.valueSpan(['title']) }],
    suggestion: 'change one of the titles, or remove the copy',
  });
