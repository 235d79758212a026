/**
 * A process that has loaded programs once and runs them for each request: `node warm-process.ts FOLDER`. A request names the
 * module of the program and has what a process is started with: its working directory, words and environment. The answer is
 * standard output; the exit code and standard error are left in files. If both outputs are one file, the answer has both in
 * their order. It ends with the process that started it.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { run as runGitcast } from '../../src/cli/main.ts';

const folder = process.argv[2]!;

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    response.destroy();
  });
});
server.listen(join(folder, 'socket'), () => process.stdout.write('ready'));
process.stdin.resume().once('end', () => {
  rmSync(folder, { recursive: true, force: true });
  process.exit();
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [program, cwd, count, ...rest] = (await textOf(request)).split('\0');
  const { run } = (await import(pathToFileURL(program!).href)) as { run: typeof runGitcast };
  const words = rest.slice(0, Number(count));
  const variables = rest.slice(Number(count)).filter(Boolean);
  const left = new Promise<void>((resolve) => void response.once('close', resolve));
  const { pathname, search } = new URL(request.url!, 'http://localhost');
  const stdout = { write: (text: string) => void response.write(text) };
  let problems = '';
  const stderr = { write: (text: string) => void (problems += text) };
  response.writeHead(200).flushHeaders();
  const exitCode = await run(words, {
    cwd: cwd!,
    env: Object.fromEntries(variables.map((each) => [each.split('=')[0]!, each.slice(each.indexOf('=') + 1)])),
    stdout,
    stderr: search === '?mixed' ? stdout : stderr,
    now: () => new Date(),
    untilStopped: () => left,
    readInput: () => Promise.reject(new Error('a warm program has no standard input')),
  });
  const name = join(folder, pathname);
  writeFileSync(`${name}.stderr`, problems);
  writeFileSync(`${name}.code`, `${exitCode}\n`);
  response.end();
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += part;
  return text;
}
