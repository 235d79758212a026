/** Plans as reviewers meet them, made by the real differ over a festival in memory. */
import { makeOfflinePlan } from '../../src/plan/offline.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { digestOf } from '../../src/plan/approval.ts';
import { digest } from '../../src/values/digest.ts';
import { ONE_OF_EACH, type Files } from '../sync/fixture.ts';
import { IDENTITY } from '../state/identity.ts';
import { World } from '../plan/world.ts';

const DAYS = ['friday', 'saturday', 'sunday'];

const event = (title: string, { place = 'places/main-stage', hour = 20, text = 'Two sets, one river.' } = {}): string =>
  `title: ${title}\nstart_time: 2027-06-18T${hour}:30:00+02:00\nend_time: 2027-06-18T${hour + 2}:00:00+02:00\nplace_id: ${place}\ndescription: ${text}\n`;

const many = (number: number, make: (index: number) => readonly [string, string]): Files =>
  Object.fromEntries(Array.from({ length: number }, (_, index) => make(index)));

const concerts = (number: number, more: (index: number) => Parameters<typeof event>[1] = () => ({})): Files =>
  many(number, (index) => [
    `events/${DAYS[index % 3]}/concert-${index}.yaml`,
    event(`Concert ${index} by the river`, more(index)),
  ]);

const LONG = `Trains to the harbour leave every twenty minutes from the central station, and the last one waits for the end of the concert. From the platform, follow the blue lamps along the quay to the gate. People with a pass for the crew use the second gate, behind the old crane, where the ferry lands as well. Bicycles stay at the guarded stand next to the lockers.`;

const { 'webhooks/crew.yaml': CREW, 'broadcast.yaml': _, ...OTHERS } = ONE_OF_EACH;

const STAGES: Files = {
  ...OTHERS,
  'places/second-stage.yaml': 'name: Second stage\n',
  'places/garden.yaml': 'name: Quiet garden\n',
  'articles/getting-there.md': `---\ntitle: Getting there\nstatus: published\n---\n${LONG}\n`,
};

const without = (files: Files, gone: (path: string) => boolean): Files =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !gone(path)));

const edited = (files: Files, path: string, from: string, to: string): Files => {
  if (!files[path]!.includes(from)) throw new Error(`${path} does not contain ${from}`);
  return { ...files, [path]: files[path]!.replace(from, to) };
};

/** As `preparePlan` completes it. */
const sealed = (plan: Plan): Plan => ({
  ...plan,
  target: 'production',
  ...(!plan.offline && {
    identity: IDENTITY,
    digest: digestOf({ ...plan, target: 'production', identity: IDENTITY }, digest)!,
  }),
});

const synced = (files: Files, options: ConstructorParameters<typeof World>[0] = {}): World => {
  const world = World.synced(files, options);
  return world;
};

const idOf = (world: World, address: string): string => world.base.entries.get(address)!.id;

function deletes(): Plan {
  const files = {
    ...STAGES,
    ...concerts(1200, (index) => ({ text: 'A text of some length. '.repeat(1 + (index % 5)) })),
  };
  const world = synced(files);
  world.edit(idOf(world, 'events/friday/concert-0'), { category: 'jazz' });
  return sealed(
    world.plan(
      without(files, (path) => path.includes('/concert-')),
      { choices: { ours: true } },
    ),
  );
}

function mixed(): Plan {
  const files = { ...STAGES, ...concerts(190) };
  const world = synced(files);
  let now = without(files, (path) => /concert-\d*7\.yaml$/.test(path) || path === 'pages/welcome.yaml');
  now = edited(
    now,
    'pages/information.yaml',
    '  - { type: button, values: [{ label: Back, navigator: { broadcastPageId: pages/welcome } }] }\n',
    '',
  );
  for (let index = 0; index < 190; index++) {
    const path = `events/${DAYS[index % 3]}/concert-${index}.yaml`;
    if (now[path] === undefined || index % 10 === 1) continue;
    if (index % 3 === 0)
      now = edited(
        now,
        path,
        'Two sets, one river.',
        'Three sets, one river, and a walk home along the quay under the blue lamps.',
      );
    if (index % 3 === 1) now = edited(now, path, 'places/main-stage', 'places/second-stage');
    if (index % 3 === 2) now = edited(now, path, '22:00:00', '22:45:00');
  }
  now = edited(now, 'articles/getting-there.md', 'the second gate', 'the third gate');
  now = edited(
    now,
    'pages/information.yaml',
    'Everything for a good weekend.',
    'Everything for a good weekend in one place.',
  );
  now = edited(
    now,
    'sessions/reading-the-river.yaml',
    'hostIds: [hosts/lena-moreau]',
    'hostIds: [hosts/lena-moreau, hosts/ines-valade]',
  );
  now = {
    ...now,
    'hosts/ines-valade.yaml': 'title: Inès Valade\nstatus: published\n',
    ...many(8, (index) => [`events/late/night-${index}.yaml`, event(`Night ${index}`, { hour: 21 })]),
  };
  const foreign = 'f'.repeat(24);
  world.put('place', foreign, { name: 'Rooftop' });
  world.edit(idOf(world, 'events/saturday/concert-1'), { place_id: foreign });
  world.edit(idOf(world, 'events/sunday/concert-11'), { title: 'Concert 11, moved indoors' });
  return sealed(world.plan(now));
}

function conflicts(): Plan {
  const files = { ...STAGES, ...concerts(3) };
  const world = synced(files);
  world.edit(idOf(world, 'events/friday/concert-0'), { title: 'Concert 0 by the river (sold out)' });
  world.edit(idOf(world, 'articles/getting-there'), {
    content: `${LONG.replace('every twenty minutes', 'every half hour')}\n`,
  });
  world.edit(idOf(world, 'events/saturday/concert-1'), { place_id: idOf(world, 'places/garden') });
  world.edit(idOf(world, 'events/sunday/concert-2'), { description: 'Cancelled.' });
  let now = edited(files, 'events/friday/concert-0.yaml', 'Concert 0 by', 'The first concert by');
  now = edited(now, 'articles/getting-there.md', 'the second gate', 'the third gate');
  now = edited(now, 'events/saturday/concert-1.yaml', 'places/main-stage', 'places/second-stage');
  now = without(now, (path) => path === 'events/sunday/concert-2.yaml');
  world.put('place', '1'.repeat(24), { name: 'Boathouse', category: 'tent' });
  return sealed(world.plan({ ...now, 'places/boathouse.yaml': 'name: Boathouse\ncategory: hall\n' }));
}

function refusals(): Plan {
  const files = { ...STAGES, ...concerts(14), 'places/bell.yaml': '$protect: true\nname: Tide bell\n' };
  const world = synced(files);
  world.base = {
    entries: new Map(
      [...world.base.entries].map(([address, entry]) => [
        address,
        address === 'places/bell' ? { ...entry, protect: true as const } : entry,
      ]),
    ),
  };
  world.put('event', 'e'.repeat(24), { title: 'Somebody else’s party', place_id: idOf(world, 'places/garden') });
  return sealed(
    world.plan(
      without(
        files,
        (path) => path.includes('/concert-') || path === 'places/bell.yaml' || path === 'places/garden.yaml',
      ),
    ),
  );
}

function replaces(): Plan {
  const world = synced(STAGES, { profile: 'documented' });
  return sealed(
    world.plan(
      edited(
        edited(STAGES, 'articles/getting-there.md', 'Getting there', 'How to get there'),
        'events/opening-night.yaml',
        'Opening night',
        'First night',
      ),
    ),
  );
}

function offline(): Plan {
  const files = { ...STAGES, ...concerts(3) };
  const world = synced(files);
  const now = without(edited(files, 'articles/getting-there.md', 'the second gate', 'the third gate'), (path) =>
    path.includes('concert-2'),
  );
  return sealed(makeOfflinePlan(world.input(now)));
}

function incomplete(): Plan {
  const world = synced(STAGES);
  return sealed(
    world.plan(edited(STAGES, 'places/garden.yaml', 'Quiet garden', 'Silent garden'), {
      unknown: ['event', 'article'],
    }),
  );
}

function secrets(): Plan {
  const files = { ...STAGES, 'webhooks/crew.yaml': CREW! };
  const world = synced(files);
  return sealed(
    world.plan({
      ...edited(files, 'webhooks/crew.yaml', 'CREW_SECRET', 'CREW_SECRET_2027'),
      'webhooks/press.yaml':
        'url: https://press.example/hook\nevents: [event.created]\nsecret: { $env: PRESS_SECRET }\n',
    }),
  );
}

/** By the name of the golden file. */
export const REVIEWED: Readonly<Record<string, () => Plan>> = {
  deletes,
  mixed,
  conflicts,
  refusals,
  replaces,
  offline,
  incomplete,
  secrets,
};
