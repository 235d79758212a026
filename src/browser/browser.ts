/** A browser without a window that takes pictures and makes PDFs of pages, driven by Chromium's protocol over two pipes. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { isProgram, onPath, program, PROGRAMS, type Program } from '../machine/programs.ts';
import type { Environment } from '../repository/caller.ts';

export interface Browser {
  /** A PNG of the whole page, or of its beginning if it is very long. Throws if the page cannot be shown. */
  readonly picture: (url: string) => Promise<Buffer>;
  /** The page on paper, in the size that it asks for. Throws if the page cannot be shown. */
  readonly pdf: (url: string) => Promise<Buffer>;
  readonly close: () => Promise<void>;
}

interface BrowserOptions {
  readonly file: Program;
  readonly env: Environment;
  /** The time that scripts on pages see (milliseconds since 1970): a countdown would differ in every picture. */
  readonly now: number;
}

const WIDTH = 1280;
const HEIGHT = 900;
const MOST_HEIGHT = 5000;
const PATIENCE = 60_000;

const FLAGS = [
  '--headless=new',
  '--remote-debugging-pipe',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--no-default-browser-check',
  '--hide-scrollbars',
  '--force-color-profile=srgb',
  // Pictures show what this site has, and must not depend on what other servers answer.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
];

export async function startBrowser({ file, env, now }: BrowserOptions): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'gitcast-browser-'));
  // Chromium refuses to use its sandbox as root, which containers of CI often are.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser: Program = file;
  const child = spawn(browser, [...FLAGS, ...sandbox, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    env: env as NodeJS.ProcessEnv,
  });
  const close = async (): Promise<void> => {
    await ended(child);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const protocol = connect(child);
    const { targetId } = await protocol.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await protocol.send('Target.attachToTarget', { targetId, flatten: true });
    const tab = (method: string, params: object = {}): Promise<Answer> =>
      protocol.send(method, params, String(sessionId));
    await tab('Page.enable');
    await tab('Page.addScriptToEvaluateOnNewDocument', { source: stoppedClock(now) });
    await tab('Emulation.setEmulatedMedia', { features: CALM });
    return {
      picture: (url) => pictureOf(url, tab, protocol.next),
      pdf: (url) => pdfOf(url, tab, protocol.next),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const CALM = [
  { name: 'prefers-reduced-motion', value: 'reduce' },
  { name: 'prefers-color-scheme', value: 'light' },
];

const stoppedClock = (now: number): string =>
  `{ const Real = Date; Date = class extends Real { constructor(...given) { given.length ? super(...given) : super(${now}); } static now() { return ${now}; } }; }`;

type Answer = Readonly<Record<string, unknown>>;
type Tab = (method: string, params?: object) => Promise<Answer>;

async function open(url: string, tab: Tab, next: Protocol['next']): Promise<void> {
  await tab('Emulation.setDeviceMetricsOverride', metrics(HEIGHT));
  const loaded = next('Page.loadEventFired');
  const { errorText } = await tab('Page.navigate', { url });
  if (typeof errorText === 'string') {
    loaded.catch(() => {});
    throw new Error(`the browser cannot open the page (${errorText})`);
  }
  await loaded;
}

async function pdfOf(url: string, tab: Tab, next: Protocol['next']): Promise<Buffer> {
  await open(url, tab, next);
  await tab('Runtime.evaluate', { expression: EVERYTHING_SHOWN, awaitPromise: true });
  const { data } = await tab('Page.printToPDF', { preferCSSPageSize: true, printBackground: true });
  return Buffer.from(String(data), 'base64');
}

async function pictureOf(url: string, tab: Tab, next: Protocol['next']): Promise<Buffer> {
  await open(url, tab, next);
  const { cssContentSize } = (await tab('Page.getLayoutMetrics')) as { cssContentSize: { height: number } };
  const height = Math.min(Math.max(Math.ceil(cssContentSize.height), HEIGHT), MOST_HEIGHT);
  // Pictures further down load when they come into view.
  await tab('Emulation.setDeviceMetricsOverride', metrics(height));
  await tab('Runtime.evaluate', { expression: EVERYTHING_SHOWN, awaitPromise: true });
  const { data } = await tab('Page.captureScreenshot', { format: 'png' });
  return Buffer.from(String(data), 'base64');
}

const metrics = (height: number): object => ({ width: WIDTH, height, deviceScaleFactor: 1, mobile: false });

const EVERYTHING_SHOWN = `Promise.race([
  new Promise((done) => setTimeout(done, 5000)),
  Promise.all([document.fonts.ready, ...[...document.images].map((image) => image.decode().catch(() => {}))])
    .then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))),
]).then(() => true)`;

interface Protocol {
  readonly send: (method: string, params?: object, sessionId?: string) => Promise<Answer>;
  /** Resolves when the event occurs next. */
  readonly next: (event: string) => Promise<void>;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: Answer;
  readonly error?: { readonly message: string };
}

/** Messages are JSON, each ended by a zero byte. A browser that ends or does not answer fails every open request. */
function connect(child: ChildProcess): Protocol {
  const [into, from] = [child.stdio[3] as Writable, child.stdio[4] as Readable];
  const open = new Map<number, Open>();
  const awaited = new Map<string, Open>();
  let failure: Error | undefined;
  let last = 0;
  const fail = (error: Error): void => {
    failure ??= error;
    for (const { reject } of [...open.values(), ...awaited.values()]) reject(failure);
    open.clear();
    awaited.clear();
  };
  child.once('error', fail);
  child.once('exit', (code) => fail(new Error(`the browser ended (${code ?? 'killed'})`)));
  into.on('error', fail);
  onMessages(from, ({ id, method, result, error }: Message) => {
    if (method !== undefined) return awaited.get(method)?.resolve({});
    const request = open.get(id ?? 0);
    open.delete(id ?? 0);
    if (error) request?.reject(new Error(error.message));
    else request?.resolve(result ?? {});
  });
  const waiting = (what: string, keep: (one: Open) => void): Promise<Answer> => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const timer = setTimeout(() => reject(new Error(`the browser did not answer in time (${what})`)), PATIENCE);
    keep({ resolve, reject });
    return promise.finally(() => clearTimeout(timer));
  };
  return {
    send(method, params = {}, sessionId) {
      if (failure) return Promise.reject(failure);
      const id = ++last;
      const answer = waiting(method, (one) => open.set(id, one));
      into.write(`${JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) })}\0`);
      return answer;
    },
    next: async (event) => {
      if (failure) throw failure;
      await waiting(event, (one) => awaited.set(event, one));
      awaited.delete(event);
    },
  };
}

interface Open {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

function onMessages(from: Readable, take: (message: Message) => void): void {
  let rest = '';
  from.setEncoding('utf8');
  from.on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\0');
    rest = parts.pop()!;
    for (const part of parts) take(JSON.parse(part) as Message);
  });
}

function ended(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  child.once('exit', () => resolve());
  child.kill('SIGKILL');
  return promise;
}

const VARIABLE = 'CHROME_PATH';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
  'msedge',
];

const OFF_THE_PATH = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

type FoundBrowser = { readonly file: Program } | { readonly missing: string };

/** Looks for a browser that understands the protocol of Chromium's developer tools. Nothing is ever installed. */
export function findBrowser(env: Environment): FoundBrowser {
  const named = env[VARIABLE];
  if (named !== undefined && named !== '') {
    return isProgram(named)
      ? { file: program('browser', named) }
      : { missing: `${VARIABLE} is ${named}, which is not a program` };
  }
  const file = onPath(NAMES, env) ?? OFF_THE_PATH.find(isProgram);
  if (file !== undefined) return { file: program('browser', file) };
  return { missing: `${PROGRAMS.browser.missing}: ${PROGRAMS.browser.fix}` };
}
