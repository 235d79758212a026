// A moment, entered in the festival's time zone. The file keeps the form in which it was written.
import { element } from '../../element.js';
import { orNothing } from './plain.js';

const FORM = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;
const MINUTE = 60_000;
/** Its parts are typed one after the other, and each makes a complete time. In milliseconds. */
const REST = 1_200;

function offsetAt(epoch, timezone) {
  const text = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' }).format(epoch);
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(text) ?? ['', '+', '0', '0'];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE;
}

/** The local time of a written value as a picker shows it; empty if it is none. */
export function localOf(written, timezone) {
  const [, day, time, , offset] = FORM.exec(written ?? '') ?? [];
  if (day === undefined) return '';
  if (time === undefined || offset === undefined) return time === undefined ? day : `${day}T${time}`;
  const epoch = Date.parse(written.replace(' ', 'T'));
  if (Number.isNaN(epoch)) return '';
  return new Date(epoch + offsetAt(epoch, timezone)).toISOString().slice(0, 16);
}

/** A local time in the form of the value that it replaces: with seconds or not, in UTC, with an offset, or without. */
export function writtenAs(local, before, timezone) {
  if (!local.includes('T')) return local;
  const [, , time, , offset] = FORM.exec(before ?? '') ?? [];
  const seconds = time === undefined || /T\d{2}:\d{2}:/i.test(before.replace(' ', 'T')) ? ':00' : '';
  if (time !== undefined && offset === undefined) return local + seconds;
  const asUtc = Date.parse(`${local}Z`);
  const shift = offsetAt(asUtc - offsetAt(asUtc, timezone), timezone);
  if (offset?.toUpperCase() === 'Z') return `${new Date(asUtc - shift).toISOString().slice(0, 16)}${seconds}Z`;
  const size = Math.abs(shift) / MINUTE;
  const two = (value) => String(Math.floor(value)).padStart(2, '0');
  return `${local}${seconds}${shift < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}

/** @param {import('../slot.js').Slot} slot @returns {import('../slot.js').Control} */
export function instant(slot) {
  const { timezone } = slot.form.forms;
  const mayBeDay = slot.schema['x-day'] === true;
  // A half entered date has no value, and is no removal.
  const oninput = () => {
    if (input.value === '' && input.validity.badInput) return;
    // A year that is being typed passes through 0002 and 0020.
    if (input.value !== '' && !/^[12]\d{3}-/.test(input.value)) return;
    const written = input.value === '' ? '' : writtenAs(input.value, slot.known, timezone);
    slot.edit(orNothing(slot, written), { rest: REST });
  };
  const input = element('input', { type: 'datetime-local', oninput });
  const turn = element('button.link', { onclick: () => switchTo(input.type === 'date') });
  const zone = element('span.quiet', timezone);
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
    node: element('div.beside', input, zone, mayBeDay && turn),
    input,
    canBeEmptied: true,
    show(value) {
      const local = localOf(value, timezone);
      setType(mayBeDay ? local.length > 10 : true);
      input.value = !mayBeDay && local.length === 10 ? `${local}T00:00` : local;
    },
  };
}
