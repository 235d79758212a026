/**
 * A sentence in which options and calls are values. No error below `cli/` knows who reads it: a command line writes
 * `--force` and `gitcast plan`, a program the option `force` and `plan()`.
 *
 * Text that is data names commands as people type them, for programs too: the reasons and notes of a plan or a pull, the
 * results of a run, diagnostics. It is saved, compared and shown again by another interface, perhaps on another machine.
 * So does the service, whose operator starts it with `gitcast service`.
 */

/** The options of a project's calls that messages mention. */
export const OPTION_NAMES = [
  'addresses',
  'allowDeletes',
  'allowEmpty',
  'allowRollback',
  'approve',
  'base',
  'branch',
  'ci',
  'concurrency',
  'configFile',
  'database',
  'dir',
  'drafts',
  'dryRun',
  'force',
  'format',
  'from',
  'hooks',
  'host',
  'id',
  'kind',
  'manifest',
  'offline',
  'ours',
  'out',
  'overwriteDrift',
  'package',
  'port',
  'promote',
  'publish',
  'redirect',
  'redirectTo',
  'rollback',
  'slug',
  'staged',
  'sync',
  'takeOver',
  'target',
  'timezone',
  'trace',
  'as',
  'media',
  'map',
  'into',
  'unlink',
] as const;

/** The calls of a project that messages mention. */
export const CALL_NAMES = [
  'build',
  'doctor',
  'importSource',
  'initProject',
  'newDocument',
  'plan',
  'promote',
  'publish',
  'pull',
  'recordSite',
  'remove',
  'serve',
  'state.rebuild',
  'state.show',
  'state.unlock',
  'sync',
  'validate',
] as const;

/** An option that messages mention. */
export type OptionName = (typeof OPTION_NAMES)[number];
/** A call that messages mention. */
export type CallName = (typeof CALL_NAMES)[number];

/** The value of an option; in capital letters, a word for what belongs there. */
type OptionValue = string | number | boolean;

/** An option or a call in a sentence. */
export type Mention =
  /** An option, perhaps with its value. */
  | { readonly option: OptionName; readonly value?: OptionValue }
  /** A call, perhaps with its options. */
  | { readonly call: CallName; readonly options?: Readonly<Partial<Record<OptionName, OptionValue>>> };

/** A sentence: text, or text and mentions. */
export type Wording = string | readonly (string | Mention)[];

/** How an interface writes a mention. */
export type Notation = (mention: Mention) => string;

/** A template for wordings: ``worded`wait, or add ${option('force')}` ``. */
export const worded = (texts: TemplateStringsArray, ...values: readonly (Wording | Mention)[]): Wording =>
  texts.flatMap((text, index) => [text, ...partsOf(values[index] ?? '')]);

export const option = (name: OptionName, value?: OptionValue): Mention => ({
  option: name,
  ...(value !== undefined && { value }),
});

export const call = (name: CallName, options?: Extract<Mention, { readonly call: unknown }>['options']): Mention => ({
  call: name,
  ...(options && { options }),
});

const partsOf = (value: Wording | Mention): readonly (string | Mention)[] =>
  typeof value === 'string' || !Array.isArray(value) ? [value as string | Mention] : value;

/** The sentence in a notation. */
export const written = (wording: Wording, notation: Notation): string =>
  partsOf(wording)
    .map((part) => (typeof part === 'string' ? part : notation(part)))
    .join('');

/** As a program that uses the library writes it. */
export const inProgram: Notation = (mention) => {
  if ('option' in mention) {
    const { option: name, value } = mention;
    return value === undefined ? `the option ${name}` : `the option ${pair(name, value)}`;
  }
  const pairs = Object.entries(mention.options ?? {}).map(([name, value]) => pair(name, value));
  return `${mention.call}(${pairs.length === 0 ? '' : `{ ${pairs.join(', ')} }`})`;
};

const pair = (name: string, value: OptionValue): string =>
  `${name}: ${typeof value === 'string' && /[^A-Z]/.test(value) ? `'${value}'` : String(value)}`;
