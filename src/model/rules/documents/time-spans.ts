import { diagnose } from '../../../diagnostics/diagnostic.ts';
import { valueAt, type Json, type Path } from '../../../values/json.ts';
import type { Kind } from '../../../kinds/kind.ts';
import type { Entity } from '../../broadcast.ts';
import { epochOf } from '../../../values/instants.ts';
import { oncePer } from '../../../values/once-per.ts';
import { NO_PROBLEM, type DocumentRule, type Problems } from '../rule.ts';

export const timeSpans: DocumentRule = {
  codes: ['ends-before-start'],
  check: (entity) => spansOf(entity.document.declaration).flatMap((span) => endBeforeStart(entity, span)),
};

/** Paths to a start and an end, as the kind declares them: of an entry of the programme, or of its visibility. */
const spansOf = oncePer(({ page, visibility }: Kind): readonly (readonly [Path, Path])[] => {
  const { from, until } = visibility ?? {};
  return [
    ...(page?.programme ? [[page.programme.start, page.programme.end] as const] : []),
    ...(from && until ? [[from, until] as const] : []),
  ];
});

function endBeforeStart({ fields, document: { source, data } }: Entity, [start, end]: readonly [Path, Path]): Problems {
  const [from, to] = [valueAt(fields, start), valueAt(fields, end)];
  if (typeof from !== 'string' || typeof to !== 'string' || epochOf(to) > epochOf(from)) return NO_PROBLEM;
  const isEmpty = epochOf(to) === epochOf(from);
  return diagnose('ends-before-start', source.valueSpan(end), `this ends ${isEmpty ? 'when' : 'before'} it starts`, {
    notes: [{ message: 'it starts here', at: source.valueSpan(start) }],
    suggestion: isEmpty
      ? `write when it ends${hourLater(valueAt(data, start))}`
      : 'an end after midnight is on the next day',
  });
}

/** An example in the notation of the start. */
function hourLater(start: Json | undefined): string {
  const written = /^(.*T)(\d\d)(.*)$/.exec(String(start));
  const hour = Number(written?.[2]) + 1;
  return written && hour < 24 ? `, such as ${written[1]}${String(hour).padStart(2, '0')}${written[3]}` : '';
}
