// Sending saves to a target that others use: first the plan, then a button that sends this plan and no other.
import { element } from '../element.js';
import { ask } from './request.js';

const ACTIONS = { create: 'Create', update: 'Update', replace: 'Replace', delete: 'Delete' };

export function sendSection() {
  const heading = element('h3');
  const list = element('ul.changes', { 'data-begun': true });
  const status = element('div.changes-status', { role: 'status', 'data-begun': true });
  const show = element('button.button', { onclick: () => plan() }, 'Show the plan');
  const send = element('button.button.changes-send', { hidden: true, onclick: () => sendPlan() });
  /** Of the plan that is shown. */
  let digest = '';
  const buttons = element('div.changes-buttons', show, send);
  const node = element('section.changes-plan', { hidden: true }, heading, list, status, buttons);

  async function plan() {
    status.textContent = 'Comparing with the target…';
    send.hidden = true;
    const answer = await ask('plan');
    if (answer.type === 'refused') return void (status.textContent = answer.reason);
    const { changes, refusals, notes, target } = answer;
    digest = answer.digest;
    list.replaceChildren(...changes.map(planned));
    const isRefused = refusals.length > 0;
    const words = changes.length === 0 ? ['There is nothing to send.'] : [...refusals, ...notes];
    status.replaceChildren(...words.map((each) => element('p', each)));
    send.hidden = isRefused || digest === undefined;
    send.textContent = `Send to ${target}`;
  }
  async function sendPlan() {
    send.hidden = true;
    status.textContent = 'Sending…';
    const answer = await ask('send', { digest });
    if (answer.type === 'refused') return void (status.textContent = answer.reason);
    list.replaceChildren();
    const left = answer.notices.map(({ address, message }) => `${address}: ${message}`);
    const sent = `${answer.sent} ${answer.sent === 1 ? 'change was' : 'changes were'} sent.`;
    status.replaceChildren(...[sent, ...left].map((each) => element('p', each)));
  }
  return {
    node,
    /** @param {string | undefined} target undefined if every save is synced, or none */
    update(target) {
      node.hidden = target === undefined;
      heading.textContent = `Saves wait here before they go to ${target}`;
    },
  };
}

const planned = ({ action, title, address, words }) =>
  element(
    'li.change',
    element(
      'div.change-head',
      element('strong.change-title', title),
      element('span.chip', { 'data-tone': action === 'delete' ? 'bad' : '' }, ACTIONS[action] ?? action),
    ),
    element('ul.change-words', ...words.map((each) => element('li', each))),
    element('p.change-file', address),
  );
