/** A conference as its programme committee would write it: talks of one or two speakers in parallel rooms. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { article } from '../corpora/articles.ts';

interface Size {
  readonly sessions: number;
  readonly speakers: number;
}

const ROOMS = 15;
const DAYS = 4;
const SLOTS_A_DAY = 16;

export function writeConference(content: string, { sessions, speakers }: Size): void {
  for (const folder of ['sessions', 'hosts', 'interest-points']) mkdirSync(join(content, folder), { recursive: true });
  const write = (path: string, text: string): void => writeFileSync(join(content, path), text);
  const words = (index: number, count: number): string => article(index).title.split(' ').slice(0, count).join(' ');
  const prose = (index: number): string =>
    JSON.stringify(
      article(index)
        .body.split('\n')[0]!
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'),
    );
  write('broadcast.yaml', 'name: Bench conference\n');
  for (let room = 0; room < ROOMS; room++)
    write(`interest-points/room-${room}.yaml`, `title: Room ${room + 1}\nstatus: published\n`);
  for (let index = 0; index < speakers; index++)
    write(
      `hosts/speaker-${index}.yaml`,
      `title: ${JSON.stringify(`${words(index, 2)} ${index}`)}\nstatus: published\ndescription: ${prose(index)}\n`,
    );
  for (let index = 0; index < sessions; index++) {
    const slot = Math.floor(index / ROOMS) % (DAYS * SLOTS_A_DAY);
    const start = Date.UTC(2027, 5, 18 + Math.floor(slot / SLOTS_A_DAY), 7, 30 * (slot % SLOTS_A_DAY));
    const at = (time: number): string => JSON.stringify(new Date(time).toISOString());
    const hosts = index % 3 === 0 ? [index, index * 7 + 1] : [index];
    write(
      `sessions/talk-${index}.yaml`,
      `title: ${JSON.stringify(`${words(index, 6)} ${index}`)}
status: published
time: { start: ${at(start)}, end: ${at(start + 25 * 60_000)} }
hostIds: [${[...new Set(hosts.map((host) => `hosts/speaker-${host % speakers}`))].join(', ')}]
interestPointId: interest-points/room-${index % ROOMS}
description: ${prose(index + speakers)}
`,
    );
  }
}
