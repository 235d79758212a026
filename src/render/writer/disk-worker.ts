/** The second thread: does one task after another, and counts them. Started by `disk-thread.ts`. */
import { workerData } from 'node:worker_threads';
import { diskTasks, type DiskTask } from './disk-tasks.ts';
import { DONE, END, FAILED, STARTED, TAKEN_OVER, type DiskMessage, type DiskWork } from './disk-thread.ts';

const { port, counts } = workerData as DiskWork;
const run = diskTasks();

if (Atomics.compareExchange(counts, STARTED, 0, 1) === TAKEN_OVER) port.close();
else
  port.on('message', (task: DiskTask | typeof END) => {
    if (task === END) return port.close();
    try {
      const made = Atomics.load(counts, FAILED) === 0 ? run(task) : undefined;
      const number = Atomics.load(counts, DONE) + 1;
      if (made) port.postMessage({ type: 'made', number, made } satisfies DiskMessage);
    } catch (error) {
      // An error that is sent loses its code.
      const { message, code } = error as NodeJS.ErrnoException;
      port.postMessage({ type: 'failed', message, code } satisfies DiskMessage);
      Atomics.add(counts, FAILED, 1);
    }
    Atomics.add(counts, DONE, 1);
    Atomics.notify(counts, DONE);
  });
