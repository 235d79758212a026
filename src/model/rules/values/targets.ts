import { diagnose } from '../../../diagnostics/diagnostic.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import { NO_PROBLEM, type ValueRule } from '../rule.ts';

export const targets: ValueRule = {
  codes: ['unknown-target'],
  check({ value, path, library, valueSpan }) {
    const known = library.settings.targets;
    if (!known || path.length !== 2 || path[0] !== '$targets' || typeof value !== 'string') return NO_PROBLEM;
    if (known.includes(value)) return NO_PROBLEM;
    const meant = nearest(value, known);
    return [
      diagnose('unknown-target', valueSpan(), `no target is called \`${value}\``, {
        suggestion: meant === undefined ? `the configured targets are ${known.join(', ')}` : `did you mean ${meant}?`,
      }),
    ];
  },
};
