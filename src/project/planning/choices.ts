import type { KindName } from '../../kinds/registry.ts';
import { NO_CHOICES, type Choices } from '../../plan/context.ts';
import type { ChoiceOptions } from '../calls/shared-options.ts';
import { isAddressMatch } from '../files/address-pattern.ts';
import { findFileKind } from '../files/find-kind.ts';

interface Chosen extends ChoiceOptions {
  readonly kind?: KindName | undefined;
  /** Patterns of documents to create even if the target may already have them. */
  readonly create?: readonly string[] | undefined;
}

export function choicesOf({ only = [], kind, create = [], allowDeletes, allowEmpty, ...chosen }: Chosen): Choices {
  return {
    only: chosenOnly(only, kind),
    create: (address) => create.some((pattern) => isAddressMatch(pattern, address)),
    ours: chosen.ours ?? NO_CHOICES.ours,
    overwriteDrift: chosen.overwriteDrift ?? NO_CHOICES.overwriteDrift,
    allowReplace: chosen.allowReplace ?? NO_CHOICES.allowReplace,
    allowRollback: chosen.allowRollback ?? NO_CHOICES.allowRollback,
    ...(allowDeletes !== undefined && { allowDeletes }),
    ...(allowEmpty && { allowEmpty: allowEmpty.map((name) => findFileKind(name).name) }),
  };
}

/** Selects the documents that match the patterns and the kind. */
export function chosenOnly(patterns: readonly string[], kind?: KindName): Choices['only'] {
  return (address, of) =>
    (kind === undefined || kind === of) &&
    (patterns.length === 0 || patterns.some((pattern) => isAddressMatch(pattern, address)));
}
