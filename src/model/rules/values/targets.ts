import { diagnose } from '../../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../../diagnostics/nearest.ts';
import { NO_PROBLEM, type ValueRule } from '../rule.ts';

export const targets: ValueRule = {
  codes: ['unknown-target'],
  check({ value, path, library, valueSpan }) {
    const configured = library.settings.targets;
    if (!configured || path.length !== 2 || path[0] !== '$targets' || typeof value !== 'string') return NO_PROBLEM;
    if (configured.includes(value)) return NO_PROBLEM;
    return diagnose('unknown-target', valueSpan(), `no target is called \`${value}\``, {
      suggestion: didYouMean(value, configured) ?? `the configured targets are ${configured.join(', ')}`,
    });
  },
};
