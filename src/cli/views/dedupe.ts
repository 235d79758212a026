import type { UnreadKind } from '../../plan/coverage.ts';
import type { DedupeGroup, DedupeObject } from '../../plan/dedupe.ts';
import { kindNamed } from '../../kinds/registry.ts';
import type { Json } from '../../diagnostics/json.ts';
import { printable } from '../../diagnostics/printable.ts';
import { count } from './count.ts';
import type { Style } from './style.ts';
import { foldersOf } from './verdict.ts';

interface ShownDoubles {
  readonly target: string;
  readonly groups: readonly DedupeGroup[];
  readonly unread: readonly UnreadKind[];
}

export const dedupeJson = ({ target, groups, unread }: ShownDoubles): object => ({
  target,
  complete: unread.length === 0,
  groups: groups.map(({ kind, key, objects }) => ({
    kind,
    key,
    keep: objects.find(({ keep }) => keep)?.id ?? null,
    objects: objects.map(({ id, address, file, createdAt, updatedAt, differs, pointedAtBy, next }) => ({
      id,
      address: address ?? null,
      file: file ?? null,
      created_at: createdAt ?? null,
      updated_at: updatedAt ?? null,
      differs,
      pointed_at_by: pointedAtBy,
      next,
    })),
  })),
});

export function dedupeText({ target, groups, unread }: ShownDoubles, style: Style): string {
  const { colours } = style;
  if (style.quiet && groups.length === 0 && unread.length === 0) return '';
  const missing =
    unread.length === 0
      ? []
      : [
          `${colours.yellow('!')} ${colours.bold(`${target}: ${foldersOf(unread)} could not be read whole: there may be more`)}`,
        ];
  const verdict =
    groups.length === 0
      ? `${colours.green('✓')} ${target}: no two objects${unread.length === 0 ? '' : ' that could be read'} share a natural key`
      : `${colours.yellow('!')} ${target}: ${count(groups.length, 'group')} of possible doubles; nothing was changed`;
  return `${[...missing, ...groups.map((group) => groupText(group, style)), verdict].join('\n\n')}\n`;
}

function groupText({ kind, key, objects }: DedupeGroup, style: Style): string {
  const { colours } = style;
  const shared = Object.entries(key).map(([name, value]) => `${name} ${shown(value)}`);
  const head = `${colours.bold(kindNamed(kind).title)} ${printable(shared.join(', '))}`;
  return [head, ...objects.flatMap((object) => objectLines(object, style))].join('\n');
}

function objectLines(
  { id, keep, createdAt, updatedAt, differs, next }: DedupeObject,
  { colours }: Style,
): readonly string[] {
  const times = [
    ...(createdAt === undefined ? [] : [`created ${createdAt}`]),
    ...(updatedAt === undefined ? [] : [`updated ${updatedAt}`]),
  ];
  const others = keep ? [] : [differs.length === 0 ? 'the same content' : `differs in ${differs.join(', ')}`];
  return [
    `  ${keep ? colours.green('●') : colours.yellow('○')} ${printable(id)} ${colours.dim(printable([...times, ...others].join(', ')))}`,
    `    ${printable(next)}`,
  ];
}

function shown(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `“${text.length > 80 ? `${text.slice(0, 79)}…` : text}”`;
}
