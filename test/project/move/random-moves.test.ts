/** Random broadcasts and random moves, in memory. Every document has a mark, by which it is known under any name. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../../../src/content/files.ts';
import { readLayer } from '../../../src/content/target-content.ts';
import { isError } from '../../../src/diagnostics/diagnostic.ts';
import { UserError } from '../../../src/diagnostics/errors.ts';
import { checkTargets } from '../../../src/model/check-content.ts';
import { mentionsIn, type Mention } from '../../../src/model/mentions.ts';
import { asPagePath, entityPath } from '../../../src/model/site-paths.ts';
import { addressIn, fileIn, type OwnLayer } from '../../../src/project/move/own-layers.ts';
import { moveOf as changeBy } from '../../../src/project/move/content-change.ts';
import { aliasesIn, type RedirectTable } from '../../../src/project/move/former-names.ts';
import { planChange, type PlannedChange } from '../../../src/project/move/plan-change.ts';
import { runs } from '../../seed.ts';

const TARGETS = ['live', 'staging'];
const SETTINGS = { timezone: 'Europe/Paris', locales: ['fr', 'en'], targets: TARGETS };
const CWD = '/project';

/** The texts of files by their path from the project, and the redirects of the configuration. */
interface World {
  readonly files: ReadonlyMap<string, string>;
  readonly table: RedirectTable;
}

function contentOf({ files }: World) {
  const layer = (target: string | undefined): OwnLayer => {
    const prefix = target === undefined ? 'content/' : `content.${target}/`;
    const own = [...files]
      .filter(([path]) => path.startsWith(prefix))
      .map(([path, text]) => [path.slice(prefix.length), text]);
    const readings = readLayer({ files: memoryFiles(Object.fromEntries(own) as Record<string, string>), prefix });
    return { target, folder: `${CWD}/${prefix.slice(0, -1)}`, prefix, readings };
  };
  const own = [layer(undefined), layer('staging')];
  const layers = {
    prefix: 'content/',
    targets: TARGETS,
    shared: own[0]!.readings,
    overlays: new Map([['staging', own[1]!.readings]]),
  };
  return { own, layers, cwd: CWD };
}

interface Move {
  readonly from: string;
  readonly to: string;
}

function plan(world: World, { from, to }: Move): PlannedChange {
  const content = contentOf(world);
  const renames = changeBy(from, to, content);
  return planChange(content, renames, {
    settings: SETTINGS,
    table: world.table,
    redirect: true,
    isCommitted: () => false,
  });
}

function applied({ files }: World, { files: changes, table }: PlannedChange): World {
  const after = new Map(files);
  for (const { layer, from } of changes) after.delete(layer.prefix + from);
  for (const { layer, from, to, text } of changes)
    after.set(layer.prefix + to!, text?.after ?? files.get(layer.prefix + from)!);
  return { files: after, table };
}

/** What each place of each file leads to, by marks. */
function meaning(world: World): readonly string[] {
  const content = contentOf(world);
  const readings = content.own.flatMap(({ readings: each }) => each);
  const marks = new Map(
    readings.flatMap(({ document, media, path }): [string, string][] => {
      const mark = document?.data['title'] ?? document?.data['name'];
      if (typeof mark === 'string') return [[document!.address, mark]];
      return media ? [[path, `picture ${world.files.get(`content/${path}`)}`]] : [];
    }),
  );
  const { read } = checkTargets(content.layers, SETTINGS);
  const pages = new Map(
    read.flatMap(({ entities }) => [...entities.values()].map((each) => [entityPath(each), each.address])),
  );
  const markOf = ({ to }: Mention): string | undefined => {
    if (to.type === 'document') return `${marks.get(to.address)}${to.suffix}`;
    if (to.type === 'media') return marks.get(to.name);
    return `page of ${marks.get(pages.get(asPagePath(to.path.replace(/^\/en\//, '/'))) ?? '')}${to.suffix}`;
  };
  return content.own
    .flatMap(({ prefix, readings: own }) =>
      own.flatMap((reading) => {
        const file = fileIn(reading);
        if (!file) return [];
        const language = reading.translation?.text.locale ?? '';
        const found = mentionsIn(file, (address) => marks.has(address));
        return found.map(
          (each, index) => `${prefix} ${marks.get(addressIn(reading)!)} ${language} ${index}: ${markOf(each)}`,
        );
      }),
    )
    .sort();
}

const errorsIn = (world: World): readonly string[] =>
  checkTargets(contentOf(world).layers, SETTINGS)
    .diagnostics.filter(isError)
    .map(({ at, message }) => `${at.file}:${at.line} ${message}`);

const NO_ALIASES = /\r?\n\$aliases:(?:\r?\n {2}- \S+)+/;

/** Without the aliases, each line is the old one, or has one name replaced. */
function expectOnlyNamesChanged({ files: changes, mentions }: PlannedChange): void {
  for (const { layer, to, text } of changes) {
    if (!text) continue;
    const [before, after] = [text.before, text.after].map((each) => each.replace(NO_ALIASES, '').split('\n'));
    const names = mentions.filter(({ file }) => file === layer.prefix + to!);
    expect(after).toHaveLength(before!.length);
    const undone = after!.map((line, index) => {
      if (line === before![index]) return line;
      const name = names.find((each) => line.replace(each.to!, each.from) === before![index]);
      return name ? before![index]! : line;
    });
    expect(undone).toEqual(before);
  }
}

const FOLDERS = ['', 'a/', 'a/b/', '2026/'];
const NAMES = ['one', 'two', 'three', 'four'];
const KINDS = ['articles', 'events', 'places', 'pages'] as const;

interface Document {
  readonly kind: (typeof KINDS)[number];
  readonly path: string;
  readonly returns: boolean;
  readonly translated: boolean;
  readonly overlaid: boolean;
  /** Which others its values and texts name, and in which form. */
  readonly names: readonly { readonly at: number; readonly form: number }[];
}

const document = fc.record<Document>({
  kind: fc.constantFrom(...KINDS),
  path: fc.tuple(fc.constantFrom(...FOLDERS), fc.constantFrom(...NAMES)).map((parts) => parts.join('')),
  returns: fc.boolean(),
  translated: fc.boolean(),
  overlaid: fc.boolean(),
  names: fc.array(fc.record({ at: fc.nat(99), form: fc.nat(99) }), { maxLength: 4 }),
});

const documents = fc.uniqueArray(document, {
  minLength: 3,
  maxLength: 9,
  selector: ({ kind, path }) => `${kind}/${path}`,
});

const PICTURES = ['media/bridge.jpg', 'media/a/quay at night.png'];

function worldOf(all: readonly Document[]): World {
  const files = new Map([
    ['content/broadcast.yaml', 'name: Harbour\n'],
    ...PICTURES.map((name, index): [string, string] => [`content/${name}`, String(index)]),
  ]);
  const addresses = all.map(({ kind, path }) => `${kind}/${path}`);
  const extensionOf = (address: string): string => (address.startsWith('articles/') ? '.md' : '.yaml');
  all.forEach((each, index) => {
    const address = addresses[index]!;
    const depth = address.split('/').length - 1;
    const links = each.names.map(({ at, form }) => {
      const to = addresses[at % addresses.length]!;
      const beside = siblingOf(address, to);
      return [
        `[x](${to})`,
        `[x](${to}#there)`,
        `[x](${'../'.repeat(depth)}${to}${extensionOf(to)})`,
        `[x](<${to}?q=1>)`,
        `<a href="${to}">x</a>`,
        `[x](/${to}/)`,
        `[x](/en/${to})`,
        `![x](<${PICTURES[at % 2]}>)`,
        beside === undefined ? 'x' : `[x](${beside}${extensionOf(to)}#there)`,
      ][form % 9]!;
    });
    const texts = textsOf(each, index, { address, links, places: addresses.filter((to) => to.startsWith('places/')) });
    for (const [path, text] of texts) files.set(path, each.returns ? text.replaceAll('\n', '\r\n') : text);
  });
  return { files, table: {} };
}

/** The name of a document in the same folder. */
function siblingOf(from: string, to: string): string | undefined {
  const folder = from.slice(0, from.lastIndexOf('/') + 1);
  return to.startsWith(folder) && !to.slice(folder.length).includes('/') ? to.slice(folder.length) : undefined;
}

interface Written {
  readonly address: string;
  readonly links: readonly string[];
  readonly places: readonly string[];
}

function textsOf(
  { kind, translated, overlaid, names }: Document,
  index: number,
  written: Written,
): readonly [string, string][] {
  const { address, links, places } = written;
  const mark = `Mark ${index}`;
  const place = places[(names[0]?.at ?? 0) % Math.max(1, places.length)];
  switch (kind) {
    case 'articles': {
      const head = `---\ntitle: ${mark} # its name\nstatus: published\n---\n`;
      return [
        [`content/${address}.md`, `${head}${links.join('\n\n')}\n`],
        ...(translated ? [[`content/${address}.en.md`, `${links.join('\n\n')}\n`] as [string, string]] : []),
        ...(overlaid
          ? [[`content.staging/${address}.md`, `---\nstatus: draft\n---\n${links[0] ?? ''}\n`] as [string, string]]
          : []),
      ];
    }
    case 'events': {
      const times = 'start_time: 2027-06-18T20:00:00Z\nend_time: 2027-06-18T21:00:00Z\n';
      const pointer =
        place === undefined ? '' : `place_id: ${[place, `"${place}"`, `'${place}'`][index % 3]!} # where\n`;
      const text = links.length === 0 ? '' : `description: |\n${links.map((link) => `  ${link}\n`).join('')}`;
      return [
        [`content/${address}.yaml`, `title: ${mark}\n${times}${pointer}${text}`],
        ...(overlaid && place !== undefined
          ? [[`content.staging/${address}.yaml`, `place_id: ${place}\n`] as [string, string]]
          : []),
      ];
    }
    case 'pages': {
      const text = links.length === 0 ? 'x' : links.join(' \n\n          ');
      const block = `blocks:\n  - type: paragraph\n    key: k\n    values:\n      - text: |\n          ${text}\n`;
      return [
        [
          `content/${address}.yaml`,
          `title: ${mark}\nstatus: published\n${block}media: { url: ${PICTURES[index % 2]}, alt: x }\n`,
        ],
      ];
    }
    case 'places':
      return [[`content/${address}.yaml`, `name: ${mark}\n`]];
  }
}

/** A document, a folder or a picture of the world, and a new name for it. */
const wish = fc.record({
  which: fc.nat(999),
  folder: fc.constantFrom(...FOLDERS, 'c/', 'c/d/'),
  name: fc.constantFrom(...NAMES, 'five', 'six'),
});
type Wish = { readonly which: number; readonly folder: string; readonly name: string };

function moveOf({ files }: World, { which, folder, name }: Wish): Move & { readonly back: Move } {
  const own = [...files.keys()]
    .filter((path) => /^content\/[^/]+\//.test(path) && !path.endsWith('.en.md'))
    .map((path) => path.slice('content/'.length));
  const folders = [...new Set(own.flatMap((path) => foldersOf(path)))];
  // With a slash at its end, a folder is no document of that name.
  const names = [...own, ...folders.map((each) => `${each}/`)];
  const from = names[which % names.length]!;
  const extension = /\.[a-z]+$/.exec(from)?.[0] ?? '';
  const to = `${from.slice(0, from.indexOf('/') + 1)}${folder}${name}${extension}`;
  return { from, to, back: extension === '' ? { from: `${to}/`, to: from.slice(0, -1) } : { from: to, to: from } };
}

const foldersOf = (path: string): readonly string[] => {
  const parts = path.split('/').slice(0, -1);
  return parts.slice(1).map((_, index) => parts.slice(0, index + 2).join('/'));
};

/** A move to an earlier name than the last one forgets the order of the others. */
function goesFurtherBack(world: World, { from, to }: Move): boolean {
  const content = contentOf(world);
  const { addresses } = changeBy(from, to, content);
  const all = content.own.flatMap(({ readings }) => readings.flatMap(({ document: each }) => each ?? []));
  return all.some(({ address, data }) => {
    const at = aliasesIn(data).indexOf(addresses.get(address) ?? '');
    return at !== -1 && at !== aliasesIn(data).length - 1;
  });
}

describe('random moves', () => {
  it('keep the meaning of every pointer and link and every other byte, and can be undone', () => {
    let moves = 0;
    const property = fc.property(documents, fc.array(wish, { minLength: 1, maxLength: 5 }), (all, wishes) => {
      const start = worldOf(all);
      expect(errorsIn(start)).toEqual([]);
      let world = start;
      const meant = meaning(start);
      const done: Move[] = [];
      for (const each of wishes) {
        const { back, ...move } = moveOf(world, each);
        try {
          if (goesFurtherBack(world, move)) continue;
          const planned = plan(world, move);
          expectOnlyNamesChanged(planned);
          world = applied(world, planned);
        } catch (error) {
          if (!(error instanceof UserError)) throw error;
          expect(error.message).toMatch(/exists already|has that name already|cannot be moved into itself/);
          continue;
        }
        moves++;
        done.push(back);
        expect(errorsIn(world)).toEqual([]);
        expect(meaning(world)).toEqual(meant);
      }
      for (const back of done.toReversed()) world = applied(world, plan(world, back));
      expect(Object.fromEntries(world.files)).toEqual(Object.fromEntries(start.files));
      expect(world.table).toEqual({});
    });
    fc.assert(property, { numRuns: runs({ test: 40, proof: 2000 }) });
    expect(moves).toBeGreaterThan(20);
  });
});
