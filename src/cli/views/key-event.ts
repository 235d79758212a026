import type { KeyEvent, ProjectEvent } from '../../project/index.ts';

export const isKeyEvent = (event: ProjectEvent): event is KeyEvent =>
  event.type === 'key-sent-first' || event.type === 'host-not-remembered';

export const noticeOfKey = (event: KeyEvent): string =>
  event.type === 'key-sent-first'
    ? `notice: the key of ${event.target} (${event.variables.join(', ')}) is sent to ${event.host} for the first time\n`
    : `notice: the host of the key of ${event.target} is not remembered: ${event.reason}\n`;
