import { diagnose, type Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { valueAt, type Path } from '../../../diagnostics/json.ts';
import type { Entity } from '../../broadcast.ts';
import { epochOf } from '../../instant.ts';
import type { BroadcastRule } from '../rule.ts';

/** Where kinds keep a beginning and an end. */
const SPANS: readonly (readonly [Path, Path])[] = [
  [['start_time'], ['end_time']],
  [
    ['time', 'start'],
    ['time', 'end'],
  ],
];

export const timeSpans: BroadcastRule = {
  codes: ['ends-before-start'],
  check: (broadcast) => [...broadcast.entities.values()].flatMap(checkEntity),
};

function checkEntity(entity: Entity): readonly Diagnostic[] {
  return SPANS.flatMap(([start, end]) => {
    const [from, to] = [valueAt(entity.fields, start), valueAt(entity.fields, end)];
    if (typeof from !== 'string' || typeof to !== 'string' || epochOf(to) > epochOf(from)) return [];
    const { source } = entity.document;
    return [
      diagnose(
        'ends-before-start',
        source.valueSpan(end),
        `this ends ${epochOf(to) === epochOf(from) ? 'when' : 'before'} it begins`,
        {
          notes: [{ message: 'it begins here', at: source.valueSpan(start) }],
          suggestion: 'what ends after midnight ends on the next day',
        },
      ),
    ];
  });
}
