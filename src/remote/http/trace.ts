/** The trace of `--trace FILE`: one JSON line a request. No bodies, and no header that could open a door. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { UserError } from '../../diagnostics/errors.ts';
import type { Sending } from './connection.ts';
import type { Outcome } from './exchange.ts';
import type { AnswerHeaders } from './headers.ts';
import type { Redact } from './redact.ts';

export interface TraceLine {
  readonly time: string;
  readonly method: string;
  readonly path: string;
  /** Which try of the request this was, from 1. */
  readonly try: number;
  /** Absent where no answer came; `error` then says why. */
  readonly status?: number;
  readonly error?: string;
  readonly ms: number;
  readonly sentBytes: number;
  readonly answeredBytes: number;
  readonly requestHeaders: AnswerHeaders;
  readonly answerHeaders: AnswerHeaders;
}

export type Trace = (line: TraceLine) => void;

export interface TraceFile {
  readonly trace: Trace;
  readonly close: () => void;
}

/** Written at once, line by line: the trace of a run that dies is the one that is needed most. */
export function openTrace(file: string): TraceFile {
  const descriptor = open(file);
  let isOpen = true;
  return {
    // A request that nobody waits for any more may end later, when the descriptor is that of another file.
    trace: (line) => {
      if (isOpen) writeSync(descriptor, `${JSON.stringify(line)}\n`);
    },
    close: () => {
      if (isOpen) closeSync(descriptor);
      isOpen = false;
    },
  };
}

function open(file: string): number {
  try {
    return openSync(file, 'w', 0o600);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new UserError(`the trace cannot be written to ${file} (${code})`, {
      suggestion: 'give --trace a file in a folder that exists and that you may write to',
    });
  }
}

interface Traced {
  readonly sending: Sending;
  readonly outcome: Outcome;
  readonly tries: number;
  readonly started: number;
  readonly ended: number;
  readonly redact: Redact;
}

export function traceLine({ sending, outcome, tries, started, ended, redact }: Traced): TraceLine {
  const head = outcome.type === 'answer' ? outcome : outcome.head;
  return {
    time: new Date(started).toISOString(),
    method: sending.method,
    path: redact(sending.path),
    try: tries,
    ...(head && { status: head.status }),
    ...(outcome.type === 'failure' && { error: outcome.failure.what }),
    ms: ended - started,
    sentBytes: Buffer.byteLength(sending.body ?? ''),
    answeredBytes: outcome.type === 'answer' ? Buffer.byteLength(outcome.text) : 0,
    requestHeaders: redactHeaders(sending.headers, redact),
    answerHeaders: redactHeaders(head?.headers ?? {}, redact),
  };
}

const CLOSED = new Set(['authorization', 'x-api-key', 'cookie', 'set-cookie', 'proxy-authorization']);

function redactHeaders(headers: AnswerHeaders, redact: Redact): AnswerHeaders {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      CLOSED.has(name.toLowerCase()) ? '[removed]' : redact(String(value)),
    ]),
  );
}
