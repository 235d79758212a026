// Times as pages show them, in the time zone of the event or in the visitor's own, for the other scripts.
const OWN_ZONE = 'gitcast:own-zone';
const isOwnZone = () => kept.read(OWN_ZONE, false) === true;

// By the clock of the event.
const DAY_STARTS = 6 * 3_600_000;

// Without a time zone: the visitor's own.
const timesIn = (timeZone) => {
  // Making a format takes much longer than using it.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const clock = (at) => format.format(new Date(at));
  const language = document.documentElement.lang.replace(/^en$/, 'en-GB');
  const zoneOf = (at) =>
    new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'short' })
      .formatToParts(new Date(at))
      .find(({ type }) => type === 'timeZoneName').value;
  // At the end of summer time, an hour is on the clock twice.
  const isRepeated = (at) => [-60, -30, 30, 60].some((by) => clock(Number(new Date(at)) + by * 60_000) === clock(at));
  return {
    time: (at) => clock(at).slice(11) + (isRepeated(at) ? ` ${zoneOf(at)}` : ''),
    date: (at) => clock(at).slice(0, 10),
    weekday: (at) => new Date(at).toLocaleDateString(document.documentElement.lang, { weekday: 'short', timeZone }),
    // The event day of an instant, such as 2027-06-18.
    eventDay: (at) => new Date(Date.parse(`${clock(at).replace(' ', 'T')}Z`) - DAY_STARTS).toISOString().slice(0, 10),
  };
};

const eventDay = (at, timeZone) => timesIn(timeZone).eventDay(at);

// What shows dates and times in the visitor's own time zone is loaded by those who ask for it.
const loadOwnZone = () => import(new URL(document.body.dataset.ownZone, location.href));
