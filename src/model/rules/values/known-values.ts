import { diagnose } from '../../../diagnostics/diagnostic.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import { NO_PROBLEM, type ValueRule } from '../rule.ts';

export const knownValues: ValueRule = {
  codes: ['unusual-value'],
  check({ schema, value, valueSpan }) {
    const known = schema['x-known'];
    if (!known || typeof value !== 'string' || known.includes(value)) return NO_PROBLEM;
    const meant = nearest(value, known);
    return [
      diagnose('unusual-value', valueSpan(), `\`${value}\` is not a known value here`, {
        suggestion: meant === undefined ? `known: ${known.join(', ')}` : `did you mean \`${meant}\`?`,
      }),
    ];
  },
};
