import type { Serving } from '../../project/index.ts';
import { defineCommand, type Outcome } from '../command.ts';
import { givenTo, projectOf } from '../open-project.ts';
import { serve as call } from '../../project/service/serve.ts';
import { untilStoppedThen } from '../stop-signal.ts';
import { levelOf, logLine, type Logged } from '../views/service.ts';
import { styleFor, type Style } from '../views/text/style.ts';
import { ACTION_WORDS, logFormat, SERVE, serviceAction, type Serve } from '../serve-actions.ts';

export const command = defineCommand({
  arguments: [
    {
      name: 'ACTION',
      about:
        'keys create|list|rotate ID|revoke ID, broadcasts create NAME|list|plan ID pro|free|quota ID [KIND=N bytes=N deliveries=N|none], migrate, backup FILE, restore FILE, doctor, export [FILE], import FILE',
      completes: ACTION_WORDS,
      many: true,
    },
  ],
  options: SERVE,
  examples: [
    { line: 'gitcast serve', about: 'Runs the embedded service until Ctrl-C' },
    {
      line: 'gitcast serve --json --port 0',
      about: 'Prints url, userId, broadcastId, key and secret as one line of JSON',
    },
    { line: 'gitcast serve keys create --label ci', about: 'Creates a key and shows it once' },
    { line: 'gitcast serve keys rotate ID --overlap 48h', about: 'Creates its successor; both are valid for two days' },
    { line: 'gitcast serve --database URL', about: 'Runs one of several copies that share a PostgreSQL database' },
    { line: 'gitcast serve broadcasts quota ID event=5000', about: 'Limits what a broadcast stores' },
    { line: 'gitcast serve doctor', about: 'Checks the database, and shows what to do about problems' },
    { line: 'gitcast serve backup b.jsonl', about: 'Writes everything to a file, while the service may run' },
    { line: 'gitcast serve restore b.jsonl --database URL', about: 'Fills an empty database from a backup' },
  ],
  run: (invocation) => (invocation.arguments.length === 0 ? serving(invocation) : serviceAction(invocation)),
});

async function serving(invocation: Serve): Promise<Outcome> {
  const { context, options } = invocation;
  const { stdout, stderr, env, now } = context;
  const format = logFormat(options, env);
  const log = (event: Logged): void => {
    if (!options.quiet || levelOf(event) !== 'info') stderr.write(logLine(event, { format, now: now() }));
  };
  // From the beginning: it may wait for its database, and the first process of a container has to handle the signal itself.
  const stopped = context.untilStopped();
  const stop = new AbortController();
  void stopped.then(() => stop.abort());
  const starting = projectOf(invocation, { log, signal: stop.signal }).serve(givenTo(call.options, options));
  const serving = await starting.catch((error: unknown) => {
    if (error !== stop.signal.reason) throw error;
  });
  if (!serving) return { exitCode: 0, said: true, json: {}, human: () => '' };
  const { card, secret, server, metrics, close } = serving;
  stdout.write(
    options.json
      ? `${JSON.stringify({ ...card, secret, metrics })}\n`
      : servingText({ card, secret, server, metrics }, styleFor(stdout, env, options)),
  );
  const waitedFor = 'requests and deliveries in progress, and the commands that use this service';
  const say = format === 'json' ? (message: string) => log({ type: 'stopping', message }) : undefined;
  await untilStoppedThen({ ...context, untilStopped: () => stopped }, waitedFor, close, say);
  return { exitCode: 0, said: true, json: card, human: () => '' };
}

/** How to reach the service, for someone who tries it. A database server shows a key only once, at the first start. */
function servingText({ card, secret, server, metrics }: Omit<Serving, 'close'>, { colours }: Style): string {
  const { url, userId, broadcastId, key } = card;
  const row = (label: string, value: string): string => `  ${colours.dim(label.padEnd(10))} ${value}`;
  return [
    `${colours.green('●')} serving at ${colours.bold(url)}`,
    '',
    ...(server === undefined ? [] : [row('database', server)]),
    ...(metrics === undefined ? [] : [row('metrics', metrics)]),
    row('user', userId),
    row('broadcast', broadcastId),
    row('key', key ?? 'gitcast serve keys create makes one'),
    '',
    `  curl -H 'Authorization: Bearer ${key ?? 'KEY'}' ${url}/v1/events`,
    '',
    colours.dim(`  Stored objects and requests: ${url}/#${secret} · Ctrl-C stops it`),
    '',
    '',
  ].join('\n');
}
