import type { ChoiceOptions } from '../project/index.ts';
import { integerOption, listOption } from './option-values.ts';

/** The description of patterns in the help of every command that takes them. */
export const ABOUT_PATTERNS = 'Only these documents; * matches anything, so events/* is everything in events/';

interface Given {
  readonly only?: string | undefined;
  readonly ours?: boolean;
  readonly 'overwrite-drift'?: boolean;
  readonly 'allow-deletes'?: string | undefined;
  readonly 'allow-replace'?: boolean;
  readonly 'allow-rollback'?: boolean;
}

/** The flags that allow changes which a plan would otherwise leave out or refuse. */
export const choiceOptions = (given: Given): ChoiceOptions => ({
  only: listOption(given.only),
  ours: given.ours,
  overwriteDrift: given['overwrite-drift'],
  allowDeletes: integerOption('allow-deletes', given['allow-deletes'], { least: 0 }),
  allowReplace: given['allow-replace'],
  allowRollback: given['allow-rollback'],
});
