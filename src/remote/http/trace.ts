/** The trace written by `--trace FILE`: one JSON line per request. No bodies, and no headers with credentials. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { UserError } from '../../diagnostics/errors.ts';
import type { Sending } from './connection.ts';
import type { Outcome, AnswerHeaders } from './exchange.ts';
import type { Redact } from './redact.ts';

export interface TraceLine {
  readonly time: string;
  readonly method: string;
  readonly path: string;
  /** The number of this try, from 1. */
  readonly try: number;
  /** Absent if there was no answer; `error` then gives the reason. */
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

/** Written immediately, line by line: the trace of a crashed run is the one that is needed most. */
export function openTrace(file: string): TraceFile {
  const descriptor = open(file);
  let isOpen = true;
  return {
    // A request that is no longer awaited may end later, when the descriptor belongs to a different file.
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
    throw new UserError(`cannot write the trace to ${file} (${code})`, {
      suggestion: 'pass --trace a file in an existing folder that you can write to',
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
