// Shares a plan: by a link with the list in its fragment, by the QR code of that link, and as a calendar file.
const one = (selector, root) => root.querySelector(selector);

export async function toggleShare(page, entries) {
  const box = one('.plan-share', page);
  const button = one('[data-share]', page);
  box.hidden = !box.hidden;
  button.setAttribute('aria-expanded', String(!box.hidden));
  if (box.hidden) return;
  const url = new URL(location.pathname, location.href);
  url.hash = `plan=${entries.map(({ k }) => k).join('')}`;
  const field = one('input', box);
  field.value = url.href;
  one('.plan-copied', box).textContent = '';
  one('[data-copy]', box).addEventListener('click', copyLink);
  const drawing = one('.plan-code', box);
  drawing.replaceChildren();
  try {
    const { generate, correction } = await import(new URL(page.dataset.qr, location.href));
    drawing.append(codeOf(generate(url.href, { minCorrectionLevel: correction.M }), page.dataset.code));
  } catch (error) {
    drawing.textContent = error.code === TOO_LONG ? page.dataset.tooLong : '';
  }
  field.select();
}

const SVG = 'http://www.w3.org/2000/svg';
/** The light modules that surround a code. */
const QUIET = 4;

/** How the encoder says that a text has more than 2,330 bytes. */
const TOO_LONG = 4;

function codeOf(code, label) {
  const size = code.size + 2 * QUIET;
  const element = (name, attributes) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  const drawing = element('svg', { viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': label });
  const all = [...Array(code.size).keys()];
  const path = all.flatMap((y) => all.flatMap((x) => (code.get(x, y) ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])));
  drawing.append(
    element('rect', { width: size, height: size, fill: '#fff' }),
    element('path', { d: path.join(''), fill: '#000', 'shape-rendering': 'crispEdges' }),
  );
  return drawing;
}

async function copyLink({ currentTarget: button }) {
  const box = button.closest('.plan-share');
  const field = one('input', box);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    one('.plan-copied', box).textContent = button.dataset.copied;
  } catch {
    // The address is selected, so that a visitor can copy it.
  }
}

/** The chosen entries of the site's own calendar, so that both have the same UIDs and revisions. */
export async function saveCalendar(page, entries, uid) {
  const response = await fetch(new URL(page.dataset.calendar, location.href));
  if (!response.ok) throw new Error(String(response.status));
  const uids = new Set(entries.map(({ a }) => a.replaceAll('/', '.') + uid));
  const named = calendarOf(await response.text(), uids, page.dataset.calendarName);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([named], { type: 'text/calendar' }));
  link.download = `${page.dataset.calendarFile}.ics`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Its text is the title. A line is folded after the name, so that it is no longer than in SUMMARY, which is shorter. */
function withAlarm(event) {
  if (/^STATUS:CANCELLED\r$/m.test(event)) return event;
  const title = /^SUMMARY(:.*(?:\r\n .*)*)\r$/m.exec(event)?.[1] ?? ':';
  const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT15M', `DESCRIPTION\r\n ${title}`, 'END:VALARM'];
  return event.replace(/END:VEVENT\r\n$/, () => `${alarm.join('\r\n')}\r\nEND:VEVENT\r\n`);
}

/** Leaves the events with these UIDs in a calendar, each with an alarm, and gives it another name. */
export function calendarOf(text, uids, name) {
  const escaped = name.replace(/[\\;,]/g, '\\$&');
  const chosen = text.replace(/BEGIN:VEVENT\r\n[^]*?END:VEVENT\r\n/g, (event) =>
    uids.has(/^UID:(.*)\r$/m.exec(event.replaceAll('\r\n ', ''))?.[1]) ? withAlarm(event) : '',
  );
  return chosen
    .replace(/^SOURCE;.*\r\n(?: .*\r\n)*/m, '')
    .replace(/^(NAME|X-WR-CALNAME):(.*(?:\r\n .*)*)\r\n/gm, (_, property) => `${property}:${escaped}\r\n`);
}
