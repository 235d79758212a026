import type { KeyEvent, ProjectEvent } from '../../project/index.ts';

export const isKeyEvent = (event: ProjectEvent): event is KeyEvent =>
  event.type === 'key-sent-first' || event.type === 'host-not-remembered';

export const noticeOfKey = (event: KeyEvent): string =>
  event.type === 'key-sent-first'
    ? `notice: sending ${event.target}'s key (${event.variables.join(', ')}) to ${event.host} for the first time\n`
    : `notice: could not remember the host of ${event.target}'s key: ${event.reason}\n`;
