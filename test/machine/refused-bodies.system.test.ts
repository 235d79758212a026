import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { needs } from '../needs.ts';
import { program } from '../programs.ts';
import { AT_ONCE, refusingServers, type Refusing } from './refused-bodies.ts';
import { folderOfFile } from '../temporary-folder.ts';

const run = promisify(execFile);

describe.runIf(needs('curl'))('a body above the limit, sent by curl', () => {
  const folder = folderOfFile();

  /** `Expect`: by default, curl would wait for the answer, and send nothing. */
  async function send(file: string, { url, headers }: Refusing): Promise<string> {
    const lines = Object.entries({ ...headers, Expect: '' }).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    return (
      await run(program('curl'), ['-s', '--data-binary', `@${file}`, '-o', '-', '-w', '\n%{http_code}', ...lines, url])
    ).stdout;
  }

  it.each(Object.entries(refusingServers()))('is answered for several at once by %s', async (_, server) => {
    const wish = server();
    const file = join(folder, 'body');
    writeFileSync(file, Buffer.alloc(wish.bytes, 0x20));
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => send(file, wish)));
    expect(answers).toEqual(answers.map(() => expect.stringMatching(/.\n413$/s)));
  });
});
