/**
 * Seeded random stories: people edit files, colleagues edit the target, the network fails, processes are killed, and in
 * between somebody syncs. Whatever the story: nothing that no file manages is touched, no edit of a colleague is
 * overwritten, nothing is there twice, and in the end files and target agree but for what is named as open.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { FaultRule } from '../../src/service/faults.ts';
import { syncUntilKilled } from './killable-sync.ts';
import { openTheatre, Stage, type Ran, type ServiceChoices, type Stored, type Theatre } from './stage.ts';

const EVENTS = 4;
const PAGES = 3;

/** What a story has brought about, as far as it has to be remembered. */
class Tale {
  readonly stage: Stage;
  /** Where the file of each event is. */
  readonly files = new Map<number, string>();
  /** What colleagues typed into the fields of an object, by its id. */
  readonly typed = new Map<string, Readonly<Record<string, string>>>();
  readonly unmanaged = new Map<string, Stored['fields']>();
  adds = 0;

  constructor(theatre: Theatre) {
    this.stage = new Stage(theatre, { 'broadcast.yaml': 'name: Harbour festival\n' });
    this.stage.write('places/quay.yaml', 'name: Quay\n');
    for (let page = 0; page < PAGES; page++) this.writePage(page, page, 0);
    this.writeArticle(0);
    for (let event = 0; event < 2; event++) this.writeEvent(event, 0, 0);
  }

  writeEvent(event: number, title: number, text: number): void {
    const path = this.files.get(event) ?? `events/event-${event}.yaml`;
    this.files.set(event, path);
    this.stage.write(
      path,
      `title: Event ${event} ${'again '.repeat(title)}
start_time: 2027-06-1${event + 1}T20:30:00+02:00
end_time: 2027-06-1${event + 1}T23:00:00+02:00
place_id: places/quay
description: Text ${text}
`,
    );
  }

  /** A page that points at itself points at nothing. */
  writePage(page: number, to: number, text: number): void {
    const button = `  - { type: button, values: [{ label: Go, navigator: { broadcastPageId: pages/page-${to} } }] }\n`;
    this.stage.write(
      `pages/page-${page}.yaml`,
      `title: Page ${page}
status: published
blocks:
  - { type: paragraph, values: [{ text: Text ${text} }] }
${to === page ? '' : button}`,
    );
  }

  writeArticle(text: number): void {
    this.stage.write('articles/news.md', `---\ntitle: News\nstatus: published\n---\nText ${text}\n`);
  }

  /** An event of the target that is not one of the colleagues' own. */
  pick(which: number): Stored | undefined {
    const ours = this.stage.contents('event').filter(({ id }) => !this.unmanaged.has(id));
    return ours[which % Math.max(1, ours.length)];
  }

  async type(id: string, fields: Readonly<Record<string, string>>): Promise<void> {
    await this.stage.call('PUT', `/events/${id}`, fields);
    this.typed.set(id, { ...this.typed.get(id), ...fields });
  }

  /** What must be true after every run. */
  check(): void {
    const events = new Map(this.stage.contents('event').map((event) => [event.id, event.fields]));
    for (const [id, fields] of this.unmanaged) expect(events.get(id), 'an unmanaged event').toEqual(fields);
    for (const [id, typed] of this.typed) expect(events.get(id), 'what a colleague typed').toMatchObject(typed);
  }
}

interface Real {
  readonly tale: Tale;
}

class Act implements fc.AsyncCommand<object, Real> {
  readonly name: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly act: (tale: Tale) => Promise<void> | void;

  constructor(name: string, details: Readonly<Record<string, unknown>>, act: (tale: Tale) => Promise<void> | void) {
    this.name = name;
    this.details = details;
    this.act = act;
  }

  check(): boolean {
    return true;
  }

  async run(_: object, { tale }: Real): Promise<void> {
    await this.act(tale);
  }

  toString(): string {
    return `${this.name} ${JSON.stringify(this.details)}`;
  }
}

type Details<D> = { readonly [K in keyof D]: fc.Arbitrary<D[K]> };

/** Kinds of acts that are likelier are named more often. */
function acts<D extends object>(
  weight: number,
  name: string,
  details: Details<D>,
  act: (tale: Tale, details: D) => Promise<void> | void,
): fc.Arbitrary<Act>[] {
  const arbitrary = fc.record<D>(details).map((each) => new Act(name, { ...each }, (tale) => act(tale, each)));
  return Array.from({ length: weight }, () => arbitrary);
}

const number = (most: number): fc.Arbitrary<number> => fc.integer({ min: 0, max: most });
const event = number(EVENTS - 1);
const text = number(3);

const fault: fc.Arbitrary<FaultRule> = fc.record({
  do: fc.constantFrom('reset-after', 'reset-after', 'reset-before', 'status-500', 'truncate', 'status-429'),
  method: fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE', 'GET'),
  nth: fc.integer({ min: 1, max: 6 }),
});

const ACTS: readonly fc.Arbitrary<Act>[] = [
  ...acts(8, 'write', { event, title: number(1), text }, (tale, given) => {
    tale.writeEvent(given.event, given.title, given.text);
  }),
  ...acts(3, 'delete', { event }, (tale, given) => {
    const path = tale.files.get(given.event);
    if (path === undefined) return;
    tale.files.delete(given.event);
    tale.stage.remove(path);
  }),
  ...acts(2, 'move', { event }, (tale, given) => {
    const path = tale.files.get(given.event);
    if (path === undefined) return;
    const to = path.includes('moved') ? `events/event-${given.event}.yaml` : `events/moved/event-${given.event}.yaml`;
    tale.files.set(given.event, to);
    tale.stage.move(path, to);
  }),
  ...acts(4, 'page', { page: number(PAGES - 1), to: number(PAGES - 1), text }, (tale, { page, to, text: words }) =>
    tale.writePage(page, to, words),
  ),
  ...acts(2, 'article', { text }, (tale, given) => tale.writeArticle(given.text)),
  ...acts(4, 'a colleague edits', { which: number(EVENTS), text: number(99) }, async (tale, given) => {
    const picked = tale.pick(given.which);
    if (picked) await tale.type(picked.id, { description: `Typed ${given.text}` });
  }),
  ...acts(2, 'a colleague renames', { which: number(EVENTS), title: number(9) }, async (tale, given) => {
    const picked = tale.pick(given.which);
    // What an interrupted run made and nobody has seen since is known by the title it was sent with.
    if (!picked || !Object.values(tale.stage.ids()).includes(picked.id)) return;
    await tale.type(picked.id, { title: `Renamed ${given.title}` });
  }),
  ...acts(1, 'a colleague deletes', { which: number(EVENTS) }, async (tale, given) => {
    const picked = tale.pick(given.which);
    if (!picked) return;
    await tale.stage.call('DELETE', `/events/${picked.id}`);
    tale.typed.delete(picked.id);
  }),
  ...acts(1, 'a colleague adds', {}, async (tale) => {
    const times = { start_time: '2027-06-20T20:00:00Z', end_time: '2027-06-20T21:00:00Z' };
    const added = await tale.stage.call('POST', '/events', { title: `Theirs ${tale.adds++}`, ...times });
    const made = tale.stage.contents('event').find(({ fields }) => fields['title'] === `Theirs ${tale.adds - 1}`)!;
    expect(added['id'] ?? made.id).toBe(made.id);
    tale.unmanaged.set(made.id, made.fields);
  }),
  ...acts(9, 'sync', { faults: fc.array(fault, { maxLength: 2 }) }, async (tale, { faults }) => {
    await tale.stage.arm(...faults.map((rule) => (rule.do === 'status-429' ? { ...rule, retryAfter: 1 } : rule)));
    const ran = await tale.stage.sync('--allow-replace');
    await tale.stage.arm();
    expectSense(ran);
    tale.check();
  }),
];

const KILL = acts(3, 'kill', { at: fc.integer({ min: 8, max: 60 }) }, async (tale, { at }) => {
  await syncUntilKilled(tale.stage, { at, flags: ['--allow-replace'] });
  tale.check();
});

/** Done, or open by name, or refused by name: nothing else. */
function expectSense({ exitCode, stderr }: Ran): void {
  if (exitCode === 1)
    expect(stderr).toMatch(/the plan is refused|answered with|lost its connection|breaks off|\(429\)/);
  else expect([0, 3]).toContain(exitCode);
  expect(stderr).not.toMatch(/internal error/);
}

async function expectAgreement(tale: Tale): Promise<void> {
  const { stage, unmanaged, files } = tale;
  await stage.sync('--allow-replace');
  const last = await stage.sync('--allow-replace');
  expectSense(last);
  tale.check();
  if (last.exitCode === 1) return;
  const { changes } = await stage.plan();
  const open = changes.filter(({ action }) => ['drift', 'conflict', 'manual'].includes(action));
  expect(changes.filter((change) => !open.includes(change))).toEqual([]);
  const ids = stage.ids();
  const known = new Set([...Object.values(ids), ...unmanaged.keys(), ...open.map(({ id }) => id)]);
  expect(
    stage.everything().filter(({ id }) => !known.has(id)),
    'objects that nobody knows',
  ).toEqual([]);
  const objects = new Map(stage.everything().map(({ id, fields }) => [id, fields]));
  const isOpen = new Set(open.map(({ address }) => address));
  expect(new Set(Object.values(ids)).size).toBe(Object.keys(ids).length);
  for (const path of files.values()) {
    const address = path.replace('.yaml', '');
    if (isOpen.has(address)) continue;
    const fields = objects.get(ids[address]!)!;
    const { title, description } = fields as { title: string; description: string };
    expect(stage.read(path)).toContain(`title: ${title.trim()}`);
    expect(stage.read(path)).toContain(`description: ${description}\n`);
  }
  for (const address of Object.keys(ids).filter((each) => each.startsWith('pages/') && !isOpen.has(each))) {
    const to = /pages\/page-\d/.exec(stage.read(`${address}.yaml`))?.[0];
    if (to !== undefined) expect(JSON.stringify(objects.get(ids[address]!))).toContain(ids[to]);
  }
}

/** Services that differ in what a client could lean on, each with stories of its own. */
export const SERVICES: readonly (ServiceChoices & { readonly seed: number })[] = [
  { seed: 20_270_618 },
  { seed: 20_270_619, profile: 'documented' },
  { seed: 20_270_620, variants: ['no-idempotency', 'no-etags'] },
  { seed: 20_270_621, variants: ['normalising', 'newest-first', 'other-timestamps'] },
  { seed: 20_270_622, variants: ['empty-bodies', 'no-idempotency', 'small-pages'] },
  { seed: 20_270_623, profile: 'documented', variants: ['no-idempotency', 'no-total', 'status-200'] },
  { seed: 20_270_624, variants: ['no-etags', 'no-total', 'plain-errors'] },
  { seed: 20_270_625, profile: 'documented', variants: ['empty-bodies', 'no-etags', 'normalising'] },
];

export interface Chapter {
  readonly service: (typeof SERVICES)[number];
  readonly runs: number;
  /** Whether processes are killed too, which takes longer. */
  readonly kills: boolean;
}

/** Gives the calls that the interface does not show, of which there must be none. */
export async function tellStories({ service, runs, kills }: Chapter): Promise<readonly string[]> {
  const { seed, ...choices } = service;
  const theatre = await openTheatre(choices);
  const commands = fc.commands([...ACTS, ...(kills ? KILL : [])], { maxCommands: 20, size: 'max' });
  const story = fc.asyncProperty(commands, async (each) => {
    const tale = new Tale(theatre);
    try {
      await fc.asyncModelRun(() => ({ model: {}, real: { tale } }), each);
      theatre.service.faults!.arm([]);
      await expectAgreement(tale);
    } finally {
      tale.stage.dispose();
    }
  });
  try {
    await fc.assert(story, { numRuns: runs, seed });
    return theatre.undocumented;
  } finally {
    await theatre.close();
  }
}
