// The requests and events between a page and the dev server.
import { say } from './messages.js';
import { tab } from './tab.js';

const { gitcast, project, token, revision, now, missing } = /** @type {HTMLElement} */ (
  document.querySelector('script[data-gitcast]')
).dataset;

/** The server wrote it into the page; see server/inject.ts. */
export const introduction = {
  boot: gitcast,
  project,
  /** Replaced by that of a restarted server. */
  token: token ?? '',
  revision: Number(revision),
  /** The chosen instant, in milliseconds. */
  now: now === undefined ? undefined : Number(now),
  /** True on the page for URLs that do not exist. */
  isMissing: missing !== undefined,
};

const GONE = 'The dev server does not respond. Is `gitcast dev` still running?';

/** The most that a browser sends for a page that it is leaving. */
const MOST_KEPT = 60_000;

/**
 * Sends bytes. Only pages of this server have the token.
 *
 * @param {string} path
 * @param {{ body: BodyInit, type: string, keepalive?: boolean }} content
 * @returns {Promise<Record<string, any>>}
 */
export async function send(path, { body, type, keepalive = false }) {
  try {
    const headers = { 'content-type': type, 'x-gitcast-token': introduction.token, 'x-gitcast-tab': tab };
    const answer = await fetch(`/__gitcast/${path}`, { method: 'POST', headers, body, keepalive });
    const text = await answer.text();
    try {
      return JSON.parse(text);
    } catch {
      return { reason: text.trim() };
    }
  } catch {
    return { reason: GONE };
  }
}

/** Whether the server is running. */
export const isAnswering = () =>
  fetch('/__gitcast/client.js', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/** Asks the server to do something, also while the page is being left. */
export function post(path, value) {
  const body = JSON.stringify(value);
  return send(path, { body, type: 'application/json', keepalive: body.length < MOST_KEPT });
}

/** @param {string | null} local in the time zone of the event; `null` for the real time */
export async function chooseTime(local) {
  const { reason } = await post('now', { local });
  if (reason !== undefined) say(reason);
}

/** @param {{ file: string, line?: number, column?: number }} place */
export async function openInEditor({ file, line = 1, column = 1 }) {
  const { opened, reason } = await post('open', { file, line, column });
  if (opened) return;
  const place = `${file}:${line}`;
  const copied = navigator.clipboard?.writeText(place).then(() => true) ?? Promise.resolve(false);
  say(reason, { place, isCopied: await copied.catch(() => false) });
}

/** A page that is hidden for this long closes its stream: a browser allows only six per server. */
const HIDDEN_FOR = 10_000;
const AGAIN_AFTER = 1_000;

/**
 * @typedef {import('../server/page-state.ts').News} News
 * @typedef {import('../server/live-updates.ts').Hello} Hello
 */

/**
 * The event stream of the server, for the page at a path. It reconnects automatically, even after the server is
 * restarted.
 *
 * @param {string} path
 * @param {{ onHello: (hello: Hello) => void, onChange: (news: News) => void, onStatus: (isLive: boolean) => void }} listeners
 * @returns {() => void} ends it
 */
export function connect(path, { onHello, onChange, onStatus }) {
  /** @type {EventSource | undefined} */
  let source;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let isEnded = false;

  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  };
  const open = () => {
    close();
    if (isEnded) return;
    const opened = new EventSource(`/__gitcast/events?page=${encodeURIComponent(path)}`);
    source = opened;
    opened.addEventListener('hello', ({ data }) => {
      onStatus(true);
      onHello(JSON.parse(data));
    });
    opened.addEventListener('change', ({ data }) => onChange(JSON.parse(data)));
    opened.addEventListener('error', () => {
      onStatus(false);
      // After some failures the browser gives up; we do not.
      if (opened.readyState === EventSource.CLOSED) timer = setTimeout(open, AGAIN_AFTER);
    });
  };
  const followVisibility = () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(close, HIDDEN_FOR);
    else if (!source || source.readyState === EventSource.CLOSED) open();
  };

  document.addEventListener('visibilitychange', followVisibility);
  open();
  return () => {
    isEnded = true;
    document.removeEventListener('visibilitychange', followVisibility);
    close();
  };
}
