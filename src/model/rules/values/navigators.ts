import { diagnose } from '../../../diagnostics/diagnostic.ts';
import { isObject } from '../../../values/json.ts';
import { DESTINATIONS } from '../../../kinds/shapes/navigator.ts';
import { NO_PROBLEM, type ValueRule } from '../rule.ts';

export const navigators: ValueRule = {
  codes: ['navigator-destinations'],
  check({ shape, value, path, document }) {
    if (shape !== 'Navigator' || !isObject(value)) return NO_PROBLEM;
    const [first, ...others] = DESTINATIONS.filter((name) => (value[name] ?? null) !== null);
    return others.map((other) =>
      diagnose(
        'navigator-destinations',
        document.source.keySpan([...path, other]),
        `this navigator leads to \`${first}\` and to \`${other}\``,
        { suggestion: 'keep one of them' },
      ),
    );
  },
};
