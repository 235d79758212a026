// A moment, entered as a local time of its zone. The server writes it in the form in which it was written.
import { element } from '../../element.js';
import { orNothing } from './plain.js';

const FORM = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;
/** Its parts are typed one after the other, and each makes a complete time. In milliseconds. */
const REST = 1_200;

/** The local time of a written value as a picker shows it; empty if it is none. */
function localOf(written, timeZone) {
  const [, day, time, offset] = FORM.exec(written ?? '') ?? [];
  if (day === undefined) return '';
  if (offset === undefined) return time === undefined ? day : `${day}T${time}`;
  const epoch = Date.parse(written.replace(' ', 'T'));
  // Swedish has the order of ISO 8601.
  const local = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return Number.isNaN(epoch) ? '' : local.format(epoch).replace(' ', 'T');
}

const isTimezone = (name) => {
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return name !== undefined;
  } catch {
    return false;
  }
};

/** @param {import('../slot.js').Slot} slot @returns {import('../slot.js').Control} */
export function instant(slot) {
  const timezone = () => {
    const { timezone: beside } = slot.parent?.known ?? slot.parent?.start ?? {};
    return isTimezone(beside) ? beside : slot.form.forms.timezone;
  };
  const mayBeDay = slot.schema['x-day'] === true;
  // A half entered date has no value, and is no removal. A year that is being typed passes through 0002 and 0020.
  const isHalfEntered = () => (input.value === '' ? input.validity.badInput : !/^[12]\d{3}-/.test(input.value));
  const setBegun = (isBegun) => node.toggleAttribute('data-begun', isBegun);
  const oninput = () => {
    setBegun(isHalfEntered());
    if (!isHalfEntered()) slot.edit(orNothing(slot, input.value), { rest: REST });
  };
  const input = element('input', {
    type: 'datetime-local',
    oninput,
    // The first parts of an empty one are no input: there is no value yet.
    onkeyup: () => setBegun(isHalfEntered()),
    onblur: () => setBegun(false),
  });
  const turn = element('button.link', { onclick: () => switchTo(input.type === 'date') });
  const zone = element('span.quiet');
  const node = element('div.beside', input, zone, mayBeDay && turn);
  function setType(hasTime) {
    input.type = hasTime ? 'datetime-local' : 'date';
    turn.textContent = hasTime ? 'Only the day' : 'Add a time';
    zone.hidden = !hasTime;
  }
  function switchTo(hasTime) {
    const day = input.value.slice(0, 10);
    setType(hasTime);
    input.value = hasTime && day !== '' ? `${day}T00:00` : day;
    if (day !== '') oninput();
    input.focus();
  }
  return {
    node,
    input,
    canBeEmptied: true,
    read: (written) => localOf(written, timezone()) || written,
    show(value) {
      zone.textContent = timezone();
      const local = localOf(value, timezone());
      setType(mayBeDay ? local.length > 10 : true);
      input.value = !mayBeDay && local.length === 10 ? `${local}T00:00` : local;
      setBegun(false);
    },
  };
}
