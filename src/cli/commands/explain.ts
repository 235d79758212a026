import { stringify } from 'yaml';
import {
  explainKind,
  explainShape,
  type FieldExplanation,
  type Holds,
  type KindExplanation,
  type ShapeExplanation,
} from '../../generate/explain.ts';
import { kinds } from '../../kinds/registry.ts';
import { shapes } from '../../kinds/shapes/shape-registry.ts';
import { findExplained, shapesLike } from '../../project/files/find-kind.ts';
import { defineCommand, shown } from '../command.ts';
import { columns, wrap } from '../views/text/columns.ts';
import type { Style } from '../views/text/style.ts';

export const command = defineCommand({
  arguments: [
    {
      name: 'NAME',
      completes: [...kinds, ...shapes].map(({ name }) => name),
      about: 'The kind or shape to explain (default: a summary of all kinds)',
    },
  ],
  examples: [
    { line: 'gitcast explain', about: 'Lists the kinds, what a sync can do with each, and the shapes' },
    { line: 'gitcast explain event', about: 'Shows the fields of an event, its operations and gaps' },
    { line: 'gitcast explain Block', about: 'Lists the types of blocks; CountdownBlock shows the fields of one' },
  ],
  run({ arguments: [word] }) {
    if (word === undefined) {
      const explained = kinds.map(explainKind);
      const named = shapes.map(explainShape);
      const json = {
        kinds: explained.map(({ name, title, folder = null, capabilities }) => ({ name, title, folder, capabilities })),
        shapes: named.map(({ name, summary }) => ({ name, summary })),
      };
      return shown(json, (style) => kindsText(explained, named, style));
    }
    const found = findExplained(word);
    if (found.type === 'shape') {
      const explained = explainShape(found.shape);
      return shown(explained, (style) => shapeText(explained, style));
    }
    const explained = explainKind(found.kind);
    const seeAlso = shapesLike(word).map(({ name }) => name);
    return shown(explained, (style) => kindText(explained, seeAlso, style));
  },
});

const WIDEST = 120;
const WIDTH_OF_TABLE = 104;

type Row = readonly string[];

/** `gitcast explain`: the kinds, what a sync can do with each under each profile, and the shapes. */
function kindsText(
  kinds: readonly KindExplanation[],
  shapes: readonly ShapeExplanation[],
  { colours, width }: Style,
): string {
  const files = ({ folder }: KindExplanation) => (folder === undefined ? colours.dim('no files') : filesIn(folder));
  const wide = (kind: KindExplanation): Row[] => [
    [colours.cyan(kind.name), files(kind), kind.capabilities.documented.summary, kind.capabilities.extended.summary],
  ];
  const narrow = (kind: KindExplanation): Row[] => [
    [colours.cyan(kind.name), 'documented', kind.capabilities.documented.summary],
    [`  ${files(kind)}`, 'extended', kind.capabilities.extended.summary],
  ];
  const isWide = width >= WIDTH_OF_TABLE;
  const head = isWide ? [['kind', 'files', 'profile documented', 'profile extended'].map(colours.bold)] : [];
  const rows = [...head, ...kinds.flatMap(isWide ? wide : narrow)];
  const named = (title: string, some: readonly ShapeExplanation[]): Row => [
    colours.bold(title),
    some.map(({ name }) => colours.cyan(name)).join(', '),
  ];
  const { blocks = [], others = [] } = Object.groupBy(shapes, ({ name }) =>
    /.Block$/.test(name) ? 'blocks' : 'others',
  );
  const room = Math.min(width, WIDTH_OF_TABLE);
  return [
    columns(rows, { width, indent: '' }),
    columns([named('shapes', others), named('blocks', blocks)], { width: room, indent: '' }),
    'gitcast explain NAME shows the fields of a kind or shape, with an example.\n',
  ].join('\n\n');
}

const filesIn = (folder: string): string => (folder.endsWith('.yaml') ? folder : `${folder}/`);

/** The parts of an explanation, as wide as the terminal is. */
function partsIn({ colours, width }: Style) {
  const room = Math.min(width, WIDEST);
  return {
    head: (title: string, summary: string): string => `${colours.bold(title)}\n${wrap(summary, room).join('\n')}`,
    row: ({ label, depth = 0, about, type, holds, required = false }: Described): Row => [
      '  '.repeat(depth) + colours.cyan(label),
      [
        ...(required ? [colours.yellow('required')] : []),
        ...(about === '' ? [] : [about]),
        colours.dim(`· ${holds ? HELD[holds] : type}`),
      ].join(' '),
    ],
    sections: (parts: Readonly<Record<string, readonly Row[]>>): readonly string[] =>
      Object.entries(parts)
        .filter(([, rows]) => rows.length > 0)
        .map(([title, rows]) => `${colours.bold(title)}\n${columns(rows, { width: room })}`),
    example: (example: unknown): readonly string[] =>
      example === undefined ? [] : [`${colours.bold('Example')}\n${indented(stringify(example, { lineWidth: 76 }))}`],
  };
}

/** Its own properties follow, each on its line. */
const HELD: Readonly<Record<Holds, string>> = { object: 'object', list: 'list of objects', table: 'object of objects' };

const indented = (text: string): string => text.trimEnd().replace(/^(?=.)/gm, '  ');

/** `gitcast explain KIND`. `seeAlso`: shapes that the same word may mean. */
function kindText(kind: KindExplanation, seeAlso: readonly string[], style: Style): string {
  const { head, row, sections, example } = partsIn(style);
  const { colours } = style;
  const fieldRows = (field: FieldExplanation): readonly Row[] => [
    row({ ...field, label: field.name, type: typeOf(field), required: field.required.includes('file') }),
    ...field.inside.map(row),
  ];

  const parts = [
    head(kind.title, kind.summary),
    ...sections({
      Files: kind.folder === undefined ? [] : [[pathsOf(kind)]],
      Fields: kind.fields.filter(isWritten).sort(byRank).flatMap(fieldRows),
      'Fields that only the service sets': kind.fields.filter((field) => !isWritten(field)).flatMap(fieldRows),
      'Local keys, never sent': kind.localKeys.map((key) => row({ ...key, label: key.name })),
    }),
    ...example(kind.example),
    ...sections({
      'What a sync does': Object.entries(kind.capabilities).map(([profile, { summary }]) => [profile, summary]),
      Operations: kind.operations.map(({ verb, method, path, documented }) => {
        return [verb, method, documented ? path : `${path} ${colours.dim('· assumed')}`];
      }),
      'Gaps in the interface': kind.gaps.map((gap) => ['-', gap]),
      'See also': seeAlso.map((name) => [`gitcast explain ${name}`]),
    }),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** `gitcast explain SHAPE`. */
function shapeText(shape: ShapeExplanation, style: Style): string {
  const { head, row, sections, example } = partsIn(style);
  const { colours } = style;
  const parts = [
    head(shape.name, `${shape.summary}.`),
    ...sections({
      Fields: shape.properties.map(row),
      'Its type decides its fields': shape.options.map((each) => [each.type, colours.cyan(each.shape), each.about]),
      'Used in': shape.usedIn.length === 0 ? [] : [[shape.usedIn.join(', ')]],
    }),
    ...example(shape.example),
  ];
  return `${parts.join('\n\n')}\n`;
}

interface Described {
  readonly label: string;
  readonly depth?: number;
  readonly about: string;
  readonly type: string;
  readonly holds?: Holds;
  readonly required?: boolean;
}

const isWritten = ({ access }: FieldExplanation): boolean => access === 'written';

/** Fields that every kind has come last: they say the least about this one. */
const byRank = (a: FieldExplanation, b: FieldExplanation): number => Number(isCommon(a)) - Number(isCommon(b));
const isCommon = ({ name }: FieldExplanation): boolean => name.startsWith('_') || name === 'metadata';

function pathsOf({ folder = '', body }: KindExplanation): string {
  if (folder.endsWith('.yaml')) return folder;
  return body === undefined
    ? `${folder}/SLUG.yaml`
    : `${folder}/SLUG.md, whose text is \`${body}\`, or ${folder}/SLUG.yaml`;
}

const typeOf = ({ type, default: preset, assumed }: FieldExplanation): string =>
  [type, ...(preset === undefined ? [] : [`default ${String(preset)}`]), ...(assumed ? ['assumed'] : [])].join('; ');
