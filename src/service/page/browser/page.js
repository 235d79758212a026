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

localise(document);
const events = new EventSource('/page/events');
events.addEventListener('open', () => show('live', 'live'));
events.addEventListener('error', () => show('lost', 'not connected'));
events.addEventListener('everything', ({ data }) => {
  for (const change of JSON.parse(data)) update(change, false);
});
events.addEventListener('changes', ({ data }) => {
  for (const change of JSON.parse(data)) update(change, true);
});
