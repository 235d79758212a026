import { UserError } from '../diagnostics/errors.ts';
import { oneOf } from '../project/calls/option.ts';
import { administerOptions } from '../project/service/administer.ts';
import { serve } from '../project/service/serve.ts';
import type { Invocation } from './command.ts';
import type { Environment } from './context.ts';
import { LOG_FORMATS, type LogFormat } from './views/service.ts';

export const SERVE = {
  ...serve.options,
  log: oneOf(
    'FORMAT',
    LOG_FORMATS,
    'Log as text or as lines of JSON (default: LOG_FORMAT, else text; with --json: json)',
  ),
  ...administerOptions,
};

export type Serve = Invocation<typeof SERVE>;

/** The flag wins over the variable, so that one that is meant for another program can be overridden. */
export function logFormat({ log, json }: Serve['options'], env: Environment): LogFormat {
  if (log !== undefined) return log;
  const variable = env['LOG_FORMAT'];
  if (variable === undefined || variable === '') return json ? 'json' : 'text';
  const format = LOG_FORMATS.find((each) => each === variable.toLowerCase());
  if (format !== undefined) return format;
  throw new UserError(`LOG_FORMAT is ${variable}, which gitcast does not support`, {
    suggestion: 'set it to text or json, or pass --log text',
  });
}
