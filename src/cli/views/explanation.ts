import type { FieldExplanation, KindExplanation } from '../../generate/explain-kind.ts';
import { columns, wrap } from './text/columns.ts';
import type { Style } from './text/style.ts';

const WIDEST = 120;
const WIDTH_OF_TABLE = 104;

type Row = readonly string[];

/** `gitcast explain`: the kinds, and what a sync can do with each under each profile. */
export function kindsText(kinds: readonly KindExplanation[], { colours, width }: Style): string {
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
  return `${columns(rows, { width, indent: '' })}\n\ngitcast explain KIND shows its fields, operations and gaps.\n`;
}

const filesIn = (folder: string): string => (folder.endsWith('.yaml') ? folder : `${folder}/`);

/** `gitcast explain KIND`. */
export function kindText(kind: KindExplanation, { colours, width }: Style): string {
  const room = Math.min(width, WIDEST);
  const { documented, extended } = kind.capabilities;
  const row = ({ name, about, type }: Described, needed = false): Row => [
    colours.cyan(name),
    `${needed ? `${colours.yellow('required')} ` : ''}${about} ${colours.dim(`· ${type}`)}`.trimStart(),
  ];
  const fieldRows = (field: FieldExplanation): Row[] =>
    [row({ ...field, type: typeOf(field) }, field.required.includes('file'))].concat(
      field.inside.map((property) => row(property, property.required)),
    );
  const section = (title: string, rows: readonly Row[]) =>
    rows.length === 0 ? [] : [`${colours.bold(title)}\n${columns(rows, { width: room })}`];

  return [
    `${colours.bold(kind.title)}\n${wrap(kind.summary, room).join('\n')}`,
    ...section('Files', kind.folder === undefined ? [] : [[pathsOf(kind)]]),
    ...section('Fields', kind.fields.filter(isWritten).sort(byRank).flatMap(fieldRows)),
    ...section(
      'Fields that only the service sets',
      kind.fields.filter((field) => !isWritten(field)).flatMap(fieldRows),
    ),
    ...section(
      'Local keys, never sent',
      kind.localKeys.map((key) => row(key)),
    ),
    ...section('What a sync does', [
      ['documented', documented.summary],
      ['extended', extended.summary],
    ]),
    ...section(
      'Operations',
      kind.operations.map(({ verb, method, path, documented }) => [
        verb,
        method,
        documented ? path : `${path} ${colours.dim('· assumed')}`,
      ]),
    ),
    ...section(
      'Gaps in the interface',
      kind.gaps.map((gap) => ['-', gap]),
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

interface Described {
  readonly name: string;
  readonly about: string;
  readonly type: string;
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
