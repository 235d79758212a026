import { diagnose } from '../../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../../diagnostics/nearest.ts';
import { NO_PROBLEM, type ValueRule } from '../rule.ts';

export const knownValues: ValueRule = {
  codes: ['unusual-value'],
  check({ schema, value, valueSpan }) {
    const usual = schema['x-known'];
    if (!usual || typeof value !== 'string' || usual.includes(value)) return NO_PROBLEM;
    return diagnose('unusual-value', valueSpan(), `\`${value}\` is not a known value here`, {
      suggestion: didYouMean(value, usual, '`') ?? `known: ${usual.join(', ')}`,
    });
  },
};
