/** A page that is hidden for this long closes its stream: a browser allows only six per server. */
const HIDDEN_FOR = 10_000;
const AGAIN_AFTER = 1_000;

/**
 * @typedef {import('../server/news.ts').News} News
 * @typedef {import('../server/live.ts').Hello} Hello
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
