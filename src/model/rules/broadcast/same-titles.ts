import { diagnose, type Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { epochOf } from '../../../values/instants.ts';
import type { Entity } from '../../broadcast.ts';
import { isOf } from '../../entities.ts';
import { hiddenBecause } from '../../traits.ts';
import { comparedIn, type BroadcastRule } from '../rule.ts';

const WEEK = 7 * 24 * 60 * 60_000;

/** In milliseconds since 1970. */
type Titled = { readonly title: string; readonly time: number };

/** Two articles of one title within a week. A column that appears each week, or a headline of each year, is no mistake. */
export const sameTitles: BroadcastRule = {
  codes: ['same-title'],
  check(read) {
    const groups = Map.groupBy(
      comparedIn(read, titled).toSorted((a, b) => a.values.time - b.values.time),
      ({ values }) => values.title,
    );
    return [...groups.values()].flatMap((group) =>
      group.slice(1).flatMap((later, index) => {
        const earlier = group[index]!;
        // Those of the same instant are an error of their own.
        const apart = later.values.time - earlier.values.time;
        return apart > 0 && apart < WEEK ? [sameTitle(later.entity, earlier.entity)] : [];
      }),
    );
  },
};

function titled(entity: Entity): Titled | undefined {
  if (!isOf('article', entity) || hiddenBecause(entity)) return undefined;
  const { title, published_at: published } = entity.fields;
  if (typeof title !== 'string' || typeof published !== 'string') return undefined;
  return { title: title.trim().toLowerCase(), time: epochOf(published) };
}

const sameTitle = ({ document: { source } }: Entity, { document: other }: Entity): Diagnostic =>
  diagnose('same-title', source.valueSpan(['title']), `${other.source.file} has the same title, in the same week`, {
    notes: [{ message: 'the other one', at: other.source.valueSpan(['title']) }],
    suggestion: 'change one of the titles, or remove the copy',
  });
