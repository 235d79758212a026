import { dedupe as call } from '../../project/planning/dedupe.ts';
import { foldersOf } from '../../project/planning/plan-report.ts';
import type { Deduped, DedupeGroup, DedupeObject } from '../../project/index.ts';
import { kindNamed } from '../../kinds/registry.ts';
import type { Json } from '../../values/json.ts';
import { printable } from '../../diagnostics/printable.ts';
import { count } from '../../diagnostics/count.ts';
import { defineCommand, outcomeOf } from '../command.ts';
import { givenTo, projectOf } from '../open-project.ts';
import type { Style } from '../views/text/style.ts';

export const command = defineCommand({
  options: call.options,
  examples: [
    { line: 'gitcast dedupe --target production', about: 'Shows duplicates, and changes nothing' },
    { line: 'gitcast dedupe --kind event', about: 'Shows duplicate events' },
  ],
  async run(invocation) {
    const found = await projectOf(invocation).dedupe(givenTo(call.options, invocation.options));
    return outcomeOf(found, (style) => dedupeText(found, style));
  },
});

function dedupeText({ target, groups, unread }: Deduped, style: Style): string {
  const { colours } = style;
  if (style.quiet && groups.length === 0 && unread.length === 0) return '';
  const warning = `${target}: ${foldersOf(unread)} could not be read completely: there may be more`;
  const missing = unread.length === 0 ? [] : [`${colours.yellow('!')} ${colours.bold(warning)}`];
  const verdict =
    groups.length === 0
      ? `${colours.green('✓')} ${target}: no two objects${unread.length === 0 ? '' : ' that could be read'} share a natural key`
      : `${colours.yellow('!')} ${target}: ${count(groups.length, 'group')} of possible duplicates; nothing was changed`;
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
