// Shows times in the event's time zone or, if the visitor is in another one and wants it, in the visitor's own. The page of
// an entry follows the choice.
const notes = all('.zone[data-zone]').map((note) => ({
  note,
  text: one('span', note),
  written: one('span', note).textContent,
}));
const names = all('[data-zone-name]').map((element) => ({ element, written: element.textContent }));
const times =
  notes.length + names.length === 0
    ? []
    : all('main time[datetime]').filter(({ textContent }) => /^\d\d:\d\d$/.test(textContent));

if (times.length > 0) {
  const name = new Intl.DateTimeFormat(document.documentElement.lang, { timeZoneName: 'long' })
    .formatToParts(new Date(times[0].dateTime))
    .find(({ type }) => type === 'timeZoneName').value;
  const offset = ({ dateTime }) => new Date(dateTime).getTimezoneOffset();
  const eventOffset = ({ dateTime }) => {
    const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(dateTime);
    return (sign === '+' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  };

  const show = () => {
    const isOwn = kept.read(OWN_ZONE, false) === true;
    for (const time of times) time.textContent = timeText(time.dateTime);
    for (const { element, written } of names) element.textContent = isOwn ? name : written;
    for (const { note, text, written } of notes) {
      const button = one('button', note);
      text.textContent = isOwn ? note.dataset.own.replace('{zone}', name) : written;
      button.textContent = isOwn ? button.dataset.event : button.dataset.own.replace('{zone}', name);
      button.hidden = false;
    }
  };

  if (times.some((time) => offset(time) !== eventOffset(time))) {
    for (const { note } of notes)
      one('button', note).addEventListener('click', () => {
        kept.write(OWN_ZONE, kept.read(OWN_ZONE, false) !== true);
        show();
        document.dispatchEvent(new Event('gitcast:zone'));
      });
    show();
  }
}
