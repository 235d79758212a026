// Keeps the page up to date. The rows come from the service as finished, escaped HTML; this script inserts them.
const live = document.querySelector('#live');
const template = document.createElement('template');

function show(state, words) {
  live.dataset.state = state;
  live.textContent = words;
}

const sameDay = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const otherDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Converts the service's UTC times to the reader's time zone. */
function localise(element) {
  const today = new Date().toDateString();
  for (const time of element.querySelectorAll('time')) {
    const date = new Date(time.dateTime);
    time.title = time.dateTime;
    time.textContent = (date.toDateString() === today ? sameDay : otherDay).format(date);
  }
}

function parse(html, isNews) {
  template.innerHTML = html;
  const element = template.content.firstElementChild;
  localise(element);
  element.classList.toggle('news', isNews);
  return element;
}

/** Changes only the rows that differ, so that a selection or a running animation elsewhere survives. */
function update({ section, keys, rows }, isNews) {
  const list = document.querySelector(`[data-rows="${section}"]`);
  const kept = new Map();
  for (const element of list.querySelectorAll(':scope > *')) {
    const { key } = element.dataset;
    if (keys.includes(key) && !Object.hasOwn(rows, key)) kept.set(key, element);
    else element.remove();
  }
  let next = list.firstElementChild;
  for (const key of keys) {
    const element = kept.get(key) ?? parse(rows[key], isNews);
    if (element === next) next = next.nextElementSibling;
    else list.insertBefore(element, next);
  }
}

// The address that the service prints has the secret behind `#`. It is kept for this tab only, and not in its address.
const KEPT = 'gitcast-secret';
if (location.hash.length > 1) {
  sessionStorage.setItem(KEPT, location.hash.slice(1));
  history.replaceState(null, '', location.pathname);
}
addEventListener('hashchange', () => location.reload());

/** One event of the stream: its name, and the changes of sections. */
function receive(text) {
  const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(text) ?? [];
  if (name === undefined) return;
  for (const change of JSON.parse(data)) update(change, name === 'changes');
}

/** Shows what the service sends, until it ends or the secret is not the right one. An `EventSource` could not send it. */
async function follow(secret) {
  const response = await fetch('/page/events', { headers: { 'X-Gitcast-Secret': secret } });
  if (response.status === 401) return 'refused';
  if (!response.ok) return 'ended';
  show('live', 'live');
  let text = '';
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return 'ended';
    const events = (text + value).split('\n\n');
    text = events.pop();
    for (const event of events) receive(event);
  }
}

const RECONNECT_MS = 2000;
const secret = sessionStorage.getItem(KEPT);
for (;;) {
  const outcome = secret === null ? 'refused' : await follow(secret).catch(() => 'ended');
  if (outcome === 'refused') {
    show('lost', 'open the address that gitcast serve printed');
    break;
  }
  show('lost', 'not connected');
  await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
}
