import type { WriteStream } from 'node:tty';

/** Everything of the outside that a command may use, so that tests can run one inside their own process. */
export interface Context {
  readonly cwd: string;
  readonly env: Environment;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly now: () => Date;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Output {
  readonly write: (text: string) => void;
  /** The width of the terminal; absent when it is not one. */
  readonly columns?: number;
}

export function processContext(): Context {
  return {
    cwd: process.cwd(),
    env: process.env,
    stdout: processOutput(process.stdout),
    stderr: processOutput(process.stderr),
    now: () => new Date(),
  };
}

function processOutput(stream: WriteStream): Output {
  // Whoever reads may stop early, as `head` does. That is no failure of ours.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  const write = (text: string): void => void stream.write(text);
  return stream.isTTY ? { write, columns: stream.columns } : { write };
}
