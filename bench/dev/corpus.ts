/** Ten thousand documents: mostly articles of 3 kB, and a programme with its places. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const ARTICLES = 9_000;
const EVENTS = 900;
const PLACES = 99;

export const themed = (colour: string): string => `name: Bench
isWeb: true
theme: { backgroundColor: "${colour}", accentColor: "#202020" }
home:
  blocks:
    - { type: title, values: [{ text: Welcome }] }
    - { type: articles, format: grid, values: [{ query: { filters: [{ status: published }], filtersLogical: $and, limit: 6, skip: 0, sort: { published_at: desc } } }] }
`;

const SENTENCES = [
  'The tide turns at noon, and with it the **whole harbour** turns its chairs.',
  'Bring a coat, a [ticket](events/event-7) and someone who can row.',
  'What was a warehouse is a stage now; what was a crane is still a crane.',
  'See [the place](places/place-3) on the map, or follow the smell of *bread*.',
  'Nobody knows who rings the bell. Everybody is quiet while it rings.',
];

export function articleText(index: number, title = `Article number ${index}`): string {
  // Numbered, so that no two texts are equal and a cache of texts does not distort the result.
  const paragraphs = Array.from({ length: 12 }, (_, at) =>
    [
      `Note ${index} of ${at}.`,
      ...Array.from({ length: 4 }, (__, sentence) => SENTENCES[(index + at * 2 + sentence) % SENTENCES.length]),
    ].join(' '),
  );
  const minute = new Date(Date.UTC(2027, 0, 1) + index * 600_000).toISOString();
  return `---
title: ${title}
status: published
published_at: ${minute}
---
## On the way

${paragraphs.slice(0, 6).join('\n\n')}

- one thing
- another thing

## At the quay

${paragraphs.slice(6).join('\n\n')}
`;
}

export function writeCorpus(root: string): void {
  const put = (path: string, text: string): void => writeFileSync(join(root, path), text);
  for (const folder of ['articles', 'events', 'places']) mkdirSync(join(root, folder), { recursive: true });
  put('broadcast.yaml', themed('#FFFFFF'));
  for (let index = 0; index < PLACES; index++) put(`places/place-${index}.yaml`, `name: Place ${index}\n`);
  for (let index = 0; index < EVENTS; index++) {
    const start = Date.UTC(2027, 5, 1) + index * 3_600_000;
    const [from, to] = [start, start + 5_400_000].map((instant) => new Date(instant).toISOString());
    const text = `title: Event ${index}\nstart_time: ${from}\nend_time: ${to}\nplace_id: places/place-${index % PLACES}\n`;
    put(`events/event-${index}.yaml`, text);
  }
  for (let index = 0; index < ARTICLES; index++) put(`articles/article-${index}.md`, articleText(index));
}
