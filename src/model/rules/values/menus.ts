import { diagnose } from '../../../diagnostics/diagnostic.ts';
import { isObject } from '../../../values/json.ts';
import { NO_PROBLEM, type ValueRule } from '../rule.ts';

export const menus: ValueRule = {
  codes: ['menu-without-sections'],
  check({ shape, value, keySpan }) {
    if (shape !== 'Menu' || !isObject(value) || value['sections'] !== undefined) return NO_PROBLEM;
    return diagnose('menu-without-sections', keySpan(), 'a menu needs its `sections`', {
      suggestion: 'add `sections:` with a list of {title, tiles}',
    });
  },
};
