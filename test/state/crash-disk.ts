import { nodeDisk, type Disk } from '../../src/state/file/disk.ts';

/** `before` a step, or after half of the step's data is written. */
export type Moment = 'before' | 'half-way';

export interface SteppedDisk extends Disk {
  /** The steps so far, by whether each writes data, of which a half can be written; reads are not counted. */
  readonly steps: () => readonly ('writes' | 'writes nothing')[];
}

/** The real disk, until the process is killed at the given step; never with 0. */
export function crashDisk({ at, moment }: { at: number; moment: Moment }): SteppedDisk {
  const steps: ('writes' | 'writes nothing')[] = [];
  const isDue = (kind: 'writes' | 'writes nothing'): boolean => steps.push(kind) === at;
  const killed = (): Promise<never> => {
    process.kill(process.pid, 'SIGKILL');
    return new Promise(() => undefined);
  };
  const writing =
    (act: (path: string, text: string) => Promise<void>) =>
    async (path: string, text: string): Promise<void> => {
      if (!isDue('writes')) return act(path, text);
      if (moment === 'half-way') await act(path, text.slice(0, text.length / 2));
      return killed();
    };
  const step =
    <A extends readonly unknown[]>(act: (...given: A) => Promise<void>) =>
    async (...given: A): Promise<void> =>
      isDue('writes nothing') ? killed() : act(...given);
  return {
    ...nodeDisk,
    steps: () => steps,
    create: writing(nodeDisk.create),
    write: writing(nodeDisk.write),
    openToAppend: async (path) => {
      const { append, close } = await nodeDisk.openToAppend(path);
      return { append: (text) => writing((_, part) => append(part))(path, text), close };
    },
    truncate: step(nodeDisk.truncate),
    rename: step(nodeDisk.rename),
    remove: step(nodeDisk.remove),
    makeFolder: step(nodeDisk.makeFolder),
    syncFolder: step(nodeDisk.syncFolder),
  };
}
