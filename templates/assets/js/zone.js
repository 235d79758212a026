// Offers visitors in another time zone to show dates and times in their own. Every page follows the choice. Until a visitor
// makes it, a page stays as it was sent.
const notes = all('.zone[data-zone]');

/** By the clock, not by the name of the zone: Berlin has the times of Paris. */
const isElsewhere = (machine) => {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(machine);
  return new Date(machine).getTimezoneOffset() !== (sign === '+' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
};

const samplesOf = ({ dataset }) => dataset.samples.split(' ');

/** Without summer and winter, if both are on the page. */
const nameOf = (instants) => {
  const names = (timeZoneName) =>
    instants.map(
      (at) =>
        new Intl.DateTimeFormat(document.documentElement.lang, { timeZoneName })
          .formatToParts(new Date(at))
          .find(({ type }) => type === 'timeZoneName').value,
    );
  const found = names('long');
  return new Set(found).size > 1 ? names('longGeneric')[0] : found[0];
};

async function show() {
  const isOwn = isOwnZone();
  if (isOwn || own) own = await loadOwnZone();
  own?.show(isOwn);
  for (const note of notes) {
    const name = nameOf(samplesOf(note));
    const [text, button] = [one('span', note), one('button', note)];
    if (text) text.textContent = isOwn ? note.dataset.own.replace('{zone}', name) : note.dataset.event;
    button.textContent = isOwn ? button.dataset.event : button.dataset.own.replace('{zone}', name);
    note.hidden = button.hidden = false;
  }
}
let own;

if (notes.length > 0 || isOwnZone()) {
  const samples = notes.flatMap(samplesOf);
  const machines = samples.length > 0 ? samples : all('main time[data-as]').map(({ dateTime }) => dateTime);
  if (machines.some(isElsewhere)) {
    for (const note of notes)
      one('button', note).addEventListener('click', async () => {
        kept.write(OWN_ZONE, !isOwnZone());
        await show().catch(() => {});
        document.dispatchEvent(new Event('gitcast:zone'));
      });
    show().catch(() => {});
  }
}
