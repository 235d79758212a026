import { element, focusedBeside } from './element.js';

/** Shows the site as it will be at any time: what is published then, what is on, what the countdown shows. */
export function timeSection({ chooseTime }) {
  const field = element('input', {
    type: 'datetime-local',
    'aria-label': 'Date and time',
    onchange: () => field.value !== '' && chooseTime(field.value),
  });
  const now = element('button', { class: 'button', onclick: () => chooseTime(null) }, 'Now');
  const steps = element('div', { class: 'steps' });
  const zone = element('p', { class: 'hint' });
  let drawn = '';
  return {
    node: element('div', {}, element('div', { class: 'time' }, field, now), steps, zone),
    update({ local, isChosen, timezone, steps: moments }) {
      // Does not interrupt somebody who is entering a date.
      if (focusedBeside(field) !== field) field.value = local;
      now.disabled = !isChosen;
      zone.textContent = `Time in ${timezone}`;
      if (drawn === JSON.stringify(moments)) return;
      drawn = JSON.stringify(moments);
      steps.replaceChildren(
        ...moments.map(({ name, local: at }) =>
          element('button', { class: 'link', title: at.replace('T', ' '), onclick: () => chooseTime(at) }, name),
        ),
      );
    },
  };
}
