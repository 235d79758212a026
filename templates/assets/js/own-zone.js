// Shows the dates and times of a page in the visitor's own time zone, with its name, and as they were sent again.
const all = (selector, root = document) => [...root.querySelectorAll(selector)];

// By the clock of the event.
const DAY_STARTS = 6 * 3_600_000;

// The day before the month, as the build writes it.
const LONG = { weekday: 'long', day: 'numeric', month: 'long' };
const SHORT = { weekday: 'short', day: 'numeric' };

/** Dates and times in words. Without a time zone: the visitor's own. */
export function wordsIn(language, timeZone) {
  // Making a format takes much longer than using it.
  const formats = new Map();
  const formatOf = (tag, options) => {
    const key = tag + JSON.stringify(options);
    if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(tag, { timeZone, ...options }));
    return formats.get(key);
  };
  const words = (options) => formatOf(language === 'en' ? 'en-GB' : language, options);
  const clock = (at) => formatOf('sv-SE', { dateStyle: 'short', timeStyle: 'short' }).format(new Date(at));
  const date = (at) => clock(at).slice(0, 10);
  const time = (at) => clock(at).slice(11);
  const zoneOf = (at, timeZoneName) =>
    words({ timeZoneName })
      .formatToParts(new Date(at))
      .find(({ type }) => type === 'timeZoneName').value;
  // At the end of summer time, an hour is on the clock twice.
  const isRepeated = (at) => [-60, -30, 30, 60].some((by) => clock(Number(new Date(at)) + by * 60_000) === clock(at));
  const exactTime = (at) => (isRepeated(at) ? `${time(at)} ${zoneOf(at, 'short')}` : time(at));
  const evening = (at) =>
    new Date(Date.parse(`${clock(at).replace(' ', 'T')}Z`) - DAY_STARTS).toISOString().slice(0, 10);
  const day = (at, more = {}) => words({ ...LONG, ...more }).format(new Date(at));
  const short = (at) => words(SHORT).format(new Date(at));
  return {
    date,
    time: exactTime,
    day,
    short,
    /** Without summer and winter, if the clock changes between the instants. */
    zone(instants, style = 'long') {
      const [name, ...others] = new Set(instants.map((at) => zoneOf(at, style)));
      return others.length > 0 ? zoneOf(instants[0], `${style}Generic`) : name;
    },
    /** From the date of one instant to that of another: "Friday 18 June – Saturday 19 June". */
    days: ([first, last], options = LONG) => words(options).formatRange(new Date(first), new Date(last)),
    /** Below a heading with those dates, a time alone is clear only if they are one and the same. */
    timeAmong: (at, dates) =>
      dates.every((each) => each === date(at))
        ? exactTime(at)
        : `${words({ weekday: 'short' }).format(new Date(at))} ${exactTime(at)}`,
    /** An end in the night after the start needs no date, as in the event's time zone. */
    end(start, end, dayText = short) {
      const isNight = evening(Math.max(start, end - 1)) === evening(start) && time(end) < time(start);
      return date(end) === date(start) || isNight ? exactTime(end) : `${dayText(end)}, ${exactTime(end)}`;
    },
  };
}

/** In the visitor's own time zone, in the language of the page. */
export const ownWords = () => wordsIn(document.documentElement.lang);

/** What the page said. */
const written = new Map();

/** In the attribute or, without one, between the tags. */
const textIn = (element, attribute) => (attribute ? element?.getAttribute(attribute) : element?.textContent) ?? '';
const write = (element, text, attribute) =>
  attribute ? element.setAttribute(attribute, text) : (element.textContent = text);

function put(element, text, attribute) {
  if (!written.has(element)) written.set(element, { attribute, text: textIn(element, attribute) });
  write(element, text, attribute);
}

export function show(isOwn) {
  if (isOwn) convert(ownWords());
  else for (const [element, { attribute, text }] of written) write(element, text, attribute);
  if (!isOwn) for (const heading of all('main [data-days="long"]')) heading.hidden = false;
  for (const night of all('main [data-night]')) night.hidden = isOwn;
}

/** The first and the last start of a day: as the build wrote them or, where a place has its days, those of its entries. */
function startsAround(element) {
  const part = element.closest('.part');
  if (!part?.querySelector(':scope > [data-days]'))
    return element.closest('[data-starts]')?.dataset.starts.split(' ') ?? [];
  const slots = all('[data-start]', part).filter((slot) => !slot.querySelector('.slot-since'));
  const starts = slots.map(({ dataset }) => dataset.start);
  return starts.length > 0 ? [starts[0], starts.at(-1)] : [];
}
const startOf = (element) => Date.parse(element.closest('[data-start]').dataset.start);
const yearIn = ({ textContent }) => (/\d{4}/.test(textContent) ? { year: 'numeric' } : {});

/** Lists have so many times that they are found by where they are. */
const STARTS = '.slot-start, .moment-time time, .grid-hour time, .cell-time time:first-of-type';
const ENDS = '.slot-end time, .cell-time time:last-of-type';

function convert(own) {
  const TEXTS = {
    time: (at) => own.time(at),
    day: (at, element) => own.day(at, yearIn(element)),
    'day-time': (at, element) => `${own.day(at, yearIn(element))}, ${own.time(at)}`,
    days: (at, element) => `${own.day(at, yearIn(element))} – ${own.day(element.dataset.until, yearIn(element))}`,
    short: (at) => own.short(at),
    start: (at, element) =>
      own.timeAmong(
        at,
        element.previousElementSibling?.matches('.slot-day') ? [] : startsAround(element).map(own.date),
      ),
    end: (at, element) => own.end(startOf(element), at),
    'end-day': (at, element) => own.end(startOf(element), at, own.day),
  };
  for (const time of all('main time[datetime]')) {
    const as = time.matches(STARTS) ? 'start' : time.matches(ENDS) ? 'end' : time.dataset.as;
    // The favourites draw their own.
    if (!as || time.closest('.plan')) continue;
    const at = Date.parse(time.dateTime);
    const text = TEXTS[as](at, time);
    const zone = own.zone([at], 'short');
    put(time, 'zoned' in time.dataset && !text.endsWith(zone) ? `${text} (${zone})` : text);
  }
  for (const name of all('main [data-zone-name]')) put(name, own.zone(name.dataset.zoneName.split(' ')));
  const { name } = document.querySelector('.zone[data-zone]')?.dataset ?? {};
  for (const stays of all('main [data-in-event-zone]')) put(stays, `${stays.textContent} (${name})`);
  nameDays(own);
}

/** A day of the event takes place on one or two dates of the visitor, which its heading and its link name. */
function nameDays(own) {
  const links = all('main [data-days="short"]');
  const months = new Set(links.flatMap(startsAround).map((at) => own.date(at).slice(0, 7)));
  const month = months.size > 1 ? { month: 'short' } : {};
  /** Two days of the event may have their entries on one date, in its morning and in its evening. */
  const datesOf = (element) => startsAround(element).map(own.date).join(' ');
  const dates = links.map(datesOf);
  const textOf = (element, options) => {
    const starts = startsAround(element);
    const isAlike = dates.filter((each) => each === datesOf(element)).length > 1 && !element.closest('.part');
    return own.days(starts, { ...options, ...yearIn(element) }) + (isAlike ? `, ${own.time(starts[0])}` : '');
  };
  for (const link of links) put(link, textOf(link, { ...SHORT, ...month }));
  for (const heading of all('main [data-days="long"]')) {
    const was = heading.textContent;
    // On a day on which nothing starts, the event's own date stays.
    if (startsAround(heading).length === 0) continue;
    const now = textOf(heading, LONG);
    put(heading, now);
    rename(document.querySelector('h1'), { was, now });
    rename(heading.closest('.day')?.querySelector('.grid-scroll'), { was, now, attribute: 'aria-label' });
    // The hours after the event's midnight may be on the same date.
    const before = heading.closest('.part')?.previousElementSibling;
    heading.hidden = before ? before.querySelector('.part-title')?.textContent === now : false;
  }
}

/** The page of a day, and the grid of one, have its name in theirs. */
function rename(element, { was, now, attribute }) {
  const text = textIn(element, attribute);
  const at = text.toLowerCase().indexOf(was.toLowerCase());
  if (at < 0) return;
  const name = at === 0 ? now.replace(/^./u, (letter) => letter.toUpperCase()) : now;
  put(element, text.slice(0, at) + name + text.slice(at + was.length), attribute);
}
