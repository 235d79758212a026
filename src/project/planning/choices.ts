import type { KindName } from '../../kinds/registry.ts';
import { NO_CHOICES, type Choices } from '../../plan/context.ts';
import { isAddressMatch } from '../files/address-pattern.ts';

/** What a program decides beforehand about changes that a plan would otherwise leave out or refuse. */
export interface ChoiceOptions {
  /** Only documents whose address matches one of these patterns; `*` stands for anything. */
  readonly only?: readonly string[] | undefined;
  /** Push over what was changed on both sides. */
  readonly ours?: boolean | undefined;
  /** Push over what was changed on the target only. */
  readonly overwriteDrift?: boolean | undefined;
  /** Up to this many deletions, more than the guard allows. */
  readonly allowDeletes?: number | undefined;
  /** Replace what cannot be updated: create it anew, delete the old one. */
  readonly allowReplace?: boolean | undefined;
  /** Also from a checkout that lacks what was last synced. */
  readonly allowRollback?: boolean | undefined;
}

interface More {
  readonly kind?: KindName | undefined;
  /** Patterns of documents to create although something on the target may be the same thing. */
  readonly create?: readonly string[] | undefined;
}

export function choicesOf(options: ChoiceOptions & More): Choices {
  const { only, kind, create = [], ours, overwriteDrift, allowDeletes, allowReplace, allowRollback } = options;
  return {
    only: chosenOnly(only ?? [], kind),
    create: (address) => create.some((pattern) => isAddressMatch(pattern, address)),
    ours: ours ?? NO_CHOICES.ours,
    overwriteDrift: overwriteDrift ?? NO_CHOICES.overwriteDrift,
    allowReplace: allowReplace ?? NO_CHOICES.allowReplace,
    allowRollback: allowRollback ?? NO_CHOICES.allowRollback,
    ...(allowDeletes !== undefined && { allowDeletes }),
  };
}

/** What patterns and a kind leave in a plan. */
export function chosenOnly(patterns: readonly string[], kind?: KindName): Choices['only'] {
  return (address, of) =>
    (kind === undefined || kind === of) &&
    (patterns.length === 0 || patterns.some((pattern) => isAddressMatch(pattern, address)));
}
