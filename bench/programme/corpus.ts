/** Programmes of large events: many entries a day, with titles as different as those of a conference. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Size {
  readonly days: number;
  readonly entries: number;
  readonly places: number;
  readonly categories: number;
}

const WORDS =
  'kernel compiler festival harbour rust garden signal policy browser memory garden packet tide license mesh radio font build trust render lattice museum orchestra drone archive harvest ledger island vector teapot morning quartz velvet robot lantern'.split(
    ' ',
  );

export function writeProgramme(content: string, { days, entries, places, categories }: Size): void {
  let seed = 7;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((seed / 0x80000000) * below);
  };
  const title = (words: number): string =>
    Array.from({ length: words }, () => `${WORDS[random(WORDS.length)]!}${random(4) === 0 ? random(1000) : ''}`).join(
      ' ',
    );
  const two = (value: number): string => String(value).padStart(2, '0');
  for (const name of ['events', 'places', 'categories']) mkdirSync(join(content, name), { recursive: true });
  writeFileSync(join(content, 'broadcast.yaml'), 'name: Bench\n');
  for (let index = 0; index < places; index++)
    writeFileSync(join(content, `places/stage-${index}.yaml`), `name: Stage ${index} ${title(1)}\n`);
  for (let index = 0; index < categories; index++) {
    const text = `title: Track ${title(2)}\nstatus: published\ncolor: "#${two(index)}40a0"\n`;
    writeFileSync(join(content, `categories/track-${index}.yaml`), text);
  }
  for (let index = 0; index < entries; index++) {
    const day = two(18 + (index % days));
    const [hour, minute] = [9 + random(14), 5 * random(12)];
    const text = `title: "${title(5 + random(5))}"
start_time: 2027-06-${day}T${two(hour)}:${two(minute)}:00+02:00
end_time: 2027-06-${day}T${two(hour)}:${two(Math.min(59, minute + 25))}:00+02:00
category: track-${random(categories)}
place_id: places/stage-${random(places)}
description: ${title(20)}.
`;
    writeFileSync(join(content, 'events', `event-${index}.yaml`), text);
  }
}
