import { element, focusedBeside } from './element.js';

/** The site as it will be at any moment: what is published then, what is on, how long the countdown has. */
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
      // Whoever is setting a date is not interrupted.
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
