/**
 * A second thread that looks at files and writes files while this one goes on. Waiting for it is synchronous, as everything
 * else that a build does with files.
 */
import type { MessagePort } from 'node:worker_threads';
import { diskTasks, type DiskTask, type Look, type RunTask } from './disk-tasks.ts';

export type DiskThread = ReturnType<typeof startDiskThread>;

/** The data that the thread is started with. */
export interface DiskWork {
  readonly port: MessagePort;
  readonly counts: Int32Array;
}

export type DiskMessage =
  | { readonly type: 'failed'; readonly message: string; readonly code: string | undefined }
  /** The result of a task, by its number. */
  | { readonly type: 'made'; readonly number: number; readonly made: readonly Uint8Array[] };

/** Where `counts` has whether the thread has started, how many tasks are done, and how many failed. */
export const [STARTED, DONE, FAILED] = [0, 1, 2];
/** In place of `STARTED`: too late. */
export const TAKEN_OVER = -1;
/** In place of a task: there will be no more. */
export const END = 'end';

/** Files of so many bytes are written with one message. */
const TOGETHER = 512 * 1024;
/** So many tasks wait at most: each may have half a megabyte. */
const MOST_WAITING = 32;
/** A thread that has not started in this time cannot be started, for example because the system allows no more of them. */
const PATIENCE = 10_000;
/** One that has started is given so many times as long for a task. */
const MOST_TURNS = 60;
const LOOKED_AT_TOGETHER = 10_000;

const WORKER = new URL(`./disk-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

/** An import would load it for sites of a few files too. */
const threads = () => process.getBuiltinModule('node:worker_threads');

export function startDiskThread({ worker = WORKER, patience = PATIENCE } = {}) {
  const { MessageChannel, receiveMessageOnPort } = threads();
  const { port1: port, port2 } = new MessageChannel();
  const counts = new Int32Array(new SharedArrayBuffer(12));
  const isStarted = start(worker, { port: port2, counts });
  port.unref();
  /** The tasks that are not done, if they were sent. */
  let waiting: DiskTask[] = [];
  let sent = 0;
  let failure: Error | undefined;
  const made = new Map<number, readonly Uint8Array[]>();
  let own: RunTask | undefined = isStarted ? undefined : diskTasks();

  const doHere = (run: RunTask, task: DiskTask, number: number): void => {
    try {
      const result = failure ? undefined : run(task);
      if (result) made.set(number, result);
    } catch (error) {
      failure = error as Error;
    }
  };
  /** Until so many tasks are done. */
  const wait = (tasks: number): void => {
    let turns = 0;
    for (let done = Atomics.load(counts, DONE); done < tasks; done = Atomics.load(counts, DONE)) {
      if (Atomics.wait(counts, DONE, done, patience) !== 'timed-out') {
        turns = 0;
        continue;
      }
      if (Atomics.compareExchange(counts, STARTED, 0, TAKEN_OVER) === 0) takeOver();
      // One that has started may be slow, as its disk, but not for ever.
      else if (++turns > MOST_TURNS) throw new Error('the second thread does not answer');
    }
    waiting = waiting.slice(waiting.length - (sent - Atomics.load(counts, DONE)));
  };
  const takeOver = (): void => {
    const run = (own = diskTasks());
    for (const [index, task] of waiting.entries()) doHere(run, task, sent - waiting.length + index + 1);
    Atomics.store(counts, DONE, sent);
  };
  const send = (task: DiskTask): number => {
    sent++;
    if (own) {
      doHere(own, task, sent);
      Atomics.store(counts, DONE, sent);
      return sent;
    }
    waiting.push(task);
    port.postMessage(task);
    wait(sent - MOST_WAITING);
    return sent;
  };

  const receive = (): void => {
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
      const message = next.message as DiskMessage;
      if (message.type === 'made') made.set(message.number, message.made);
      // An error that is sent loses its code.
      else failure ??= Object.assign(new Error(message.message), { code: message.code });
    }
  };

  /** The result of the task. */
  const begin = (task: DiskTask): (() => readonly Uint8Array[] | undefined) => {
    const number = send(task);
    return () => {
      wait(number);
      receive();
      const result = made.get(number);
      made.delete(number);
      return result;
    };
  };

  let batch: { readonly folder: string; readonly files: [string, number][]; readonly contents: Uint8Array } | undefined;
  let size = 0;
  const flush = (): void => {
    if (batch) send({ type: 'write', ...batch });
    batch = undefined;
    size = 0;
  };
  return {
    /** Begins to look at files. The function waits for the result: 1 for each file that has its stamp. */
    look(folder: string, files: Look['files']): () => Uint8Array {
      const result = new Uint8Array(new SharedArrayBuffer(files.length));
      for (let from = 0; from < files.length; from += LOOKED_AT_TOGETHER) {
        const some = files.slice(from, from + LOOKED_AT_TOGETHER);
        send({ type: 'look', folder, files: some, result: result.subarray(from, from + some.length) });
      }
      const number = sent;
      return () => {
        wait(number);
        return result;
      };
    },
    /** Begins to pack texts, or files by the paths that were written last. The function waits; undefined if it failed. */
    pack(texts: readonly string[], { arePaths } = { arePaths: false }): () => Uint8Array | undefined {
      if (arePaths) flush();
      const packed = begin({ type: 'pack', texts, arePaths });
      return () => packed()?.[0];
    },
    /** The memory of `content` can be used again afterwards. */
    write(folder: string, path: string, content: Uint8Array): void {
      if (batch && (batch.folder !== folder || size + content.length > batch.contents.length)) flush();
      batch ??= {
        folder,
        files: [],
        contents: new Uint8Array(new SharedArrayBuffer(Math.max(TOGETHER, content.length))),
      };
      batch.contents.set(content, size);
      batch.files.push([path, content.length]);
      size += content.length;
    },
    /** Waits until everything is written. Throws the first failure, once. */
    waitForAll(): void {
      flush();
      wait(sent);
      receive();
      const first = failure;
      failure = undefined;
      if (first) throw first;
    },
    /** Ends it when its tasks are done. */
    end: (): void => port.postMessage(END),
  };
}

/** False if the system or its limits allow no thread. */
function start(worker: URL, workerData: DiskWork): boolean {
  try {
    const thread = new (threads().Worker)(worker, {
      workerData,
      transferList: [workerData.port],
      stdout: true,
      stderr: true,
    });
    // If it fails before it has started, the other thread does its work.
    thread.on('error', () => {});
    thread.unref();
    return true;
  } catch {
    return false;
  }
}
