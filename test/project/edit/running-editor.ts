/** `dev` of the library on a repository, and the requests that a page of it makes. */
import { onTestFinished } from 'vitest';
import { openProject, type ProjectOptions } from '../../../src/index.ts';
import type { ContentChange } from '../../../src/editing/protocol.ts';
import type { DevOptions } from '../../../src/project/dev/dev.ts';

export interface RunningEditor {
  readonly url: string;
  readonly ask: (name: string, body?: object) => Promise<EditorAnswer>;
  readonly close: () => Promise<void>;
}

/** Which of these an answer has depends on the request. */
interface EditorAnswer {
  readonly type: string;
  readonly changes: readonly ContentChange[];
  readonly proposed: string;
  readonly hasRemote: boolean;
  readonly digest: string;
  readonly notPushed: string;
}

export async function runEditor(
  folder: string,
  options: DevOptions = { sync: false },
  more: Partial<ProjectOptions> = {},
): Promise<RunningEditor> {
  const project = openProject({ env: process.env, ...more, folder });
  const { url, close } = await project.dev({ port: 0, ...options });
  let closed: Promise<unknown> | undefined;
  const closeOnce = async (): Promise<void> => void (await (closed ??= close()));
  onTestFinished(closeOnce);
  return { url, ask: await askAt(url), close: closeOnce };
}

/** The requests of a page of the server at this URL. */
export async function askAt(url: string): Promise<RunningEditor['ask']> {
  const page = await (await fetch(url)).text();
  const token = /data-token="([^"]+)"/.exec(page)![1]!;
  const headers = { origin: url.replace(/\/$/, ''), 'content-type': 'application/json', 'x-gitcast-token': token };
  return async (name, body = {}) =>
    (
      await fetch(`${url}__gitcast/edit/${name}`, { method: 'POST', headers, body: JSON.stringify(body) })
    ).json() as Promise<EditorAnswer>;
}
