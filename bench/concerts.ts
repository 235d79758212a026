/** Content of a given size: a broadcast, a place, and a number of events there. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function writeConcerts(content: string, events: number): void {
  for (const name of ['events', 'places']) mkdirSync(join(content, name), { recursive: true });
  writeFileSync(join(content, 'broadcast.yaml'), 'name: Bench\n');
  writeFileSync(join(content, 'places/quay.yaml'), 'name: Quay\n');
  for (let index = 0; index < events; index++) {
    const day = String(1 + (index % 28)).padStart(2, '0');
    const text = `# A benchmark event
title: "Concert number ${index}"
start_time: 2027-06-${day}T20:30:00+02:00
end_time: 2027-06-${day}T23:00:00+02:00
category: concert # as in categories/
place_id: places/quay
description: >-
  Two sets and an encore by a band that nobody has heard of yet,
  on the quay, free of charge.
`;
    writeFileSync(join(content, 'events', `event-${index}.yaml`), text);
  }
}
