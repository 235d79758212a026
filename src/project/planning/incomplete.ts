/** Messages about a plan for which the target could not be read completely. */
import { count } from '../../diagnostics/count.ts';
import { kindNamed } from '../../kinds/registry.ts';
import { isIncomplete, type Plan, type UnreadKind } from '../../plan/plan.ts';

export { isIncomplete };

/** Undefined if the plan is complete. */
export function incompleteWords(plan: Plan): string | undefined {
  if (!isIncomplete(plan)) return undefined;
  const { length } = plan.uncompared ?? [];
  const left =
    length === 0
      ? 'every managed document was compared one by one'
      : `${count(length, 'document')} could not be compared`;
  return `the plan is incomplete: ${foldersOf(plan.unread ?? [])} could not be read completely; ${left}`;
}

/** `events and articles`. */
export function foldersOf(unread: readonly Pick<UnreadKind, 'kind'>[]): string {
  const folders = unread.map(({ kind }) => kindNamed(kind).folder!);
  if (folders.length === 0) return 'the target';
  return folders.length === 1 ? folders[0]! : `${folders.slice(0, -1).join(', ')} and ${folders.at(-1)!}`;
}
