import { join } from 'node:path';
import { assertNever } from '../diagnostics/errors.ts';
import type {
  ConfigurationEvent,
  Project,
  ProjectEvent,
  ProjectOptions,
  Question,
  ServiceEvent,
} from '../project/index.ts';
import type { Option, Options, OptionsOf } from '../project/calls/option.ts';
import { projectWith } from '../project/project.ts';
import type { SharedInvocation } from './command.ts';
import type { Output } from './context.ts';

export interface Watching {
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: ProjectEvent) => void;
  /** Receives what the embedded service reports (default: its failures are shown). */
  readonly log?: (event: ServiceEvent) => void;
  /** Called before a question is shown. */
  readonly onQuestion?: () => void;
}

/** The project that a command works on. Its questions, and where it sends a key, are always shown. */
export function projectOf({ context, options }: SharedInvocation, watching: Watching = {}): Project {
  const { cwd, env, stderr, now, clock, ask } = context;
  const { signal, onEvent = () => {}, onQuestion = () => {}, log = showFailures(stderr) } = watching;
  let isShown = options.json === true || options.quiet === true;
  const showOnce = (event: ConfigurationEvent): void => {
    if (event.type === 'taken-back')
      return stderr.write('notice: a command was interrupted while it wrote files, and its changes were taken back\n');
    if (!isShown) stderr.write(`notice: there is no ${event.file}, so times are in ${event.timezone}\n`);
    isShown = true;
  };
  const opened: ProjectOptions = {
    folder: cwd,
    configFile: options.config,
    env,
    now,
    signal,
    onEvent: (event) => {
      if (event.type === 'no-configuration' || event.type === 'taken-back') showOnce(event);
      else if (isServiceEvent(event)) log(event);
      else onEvent(event);
    },
    ...(ask && {
      confirm: async (question) => {
        onQuestion();
        return isYes(await ask(questionText(question)));
      },
    }),
  };
  return projectWith(opened, { clock });
}

const SERVICE_EVENTS: readonly string[] = [
  'request-served',
  'delivery-attempted',
  'service-failed',
  'service-notice',
] satisfies readonly ServiceEvent['type'][];

const isServiceEvent = (event: ProjectEvent): event is ServiceEvent => SERVICE_EVENTS.includes(event.type);

const showFailures =
  (stderr: Output) =>
  (event: ServiceEvent): void => {
    if (event.type === 'service-failed') stderr.write(`error: ${event.message}\n`);
  };

export const isYes = (answer: string): boolean => answer.trim().toLowerCase().startsWith('y');

export function questionText(question: Question): string {
  switch (question.type) {
    case 'push-saves':
      return `Push every save to ${question.target} (${question.baseUrl})? [y/N] `;
    case 'delete-objects':
      return `Delete ${question.addresses.join(', ')} on ${question.target}? [y/N] `;
    default:
      return assertNever(question);
  }
}

/** The given options of a call. For a broadcast of a workspace, a path names a folder with one for each. */
export const givenTo = <O extends Options>(declared: O, options: object, broadcast?: string): Partial<OptionsOf<O>> =>
  Object.fromEntries(
    Object.entries(declared).flatMap(([name, option]) => {
      const value = (options as Readonly<Record<string, unknown>>)[name];
      if (value === undefined) return [];
      const isOwn = broadcast === undefined || typeof value !== 'string';
      return [[name, isOwn ? value : pathOf(option, value, broadcast)]];
    }),
  ) as Partial<OptionsOf<O>>;

function pathOf({ names }: Option, value: string, broadcast: string): string {
  if (names === undefined) return value;
  return join(value, names === 'folder' ? broadcast : `${broadcast === '.' ? 'root' : broadcast}.json`);
}
