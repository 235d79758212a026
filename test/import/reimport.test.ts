import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import { describe, expect, it } from 'vitest';
import { runs } from '../seed.ts';
import { ImportingRepository, type ImportedObject } from './imported.ts';

const FIELDS = ['title', 'description', 'color'] as const;
type Field = (typeof FIELDS)[number];
type Values = Record<Field, string>;

const TIME = { start: '2027-06-19T10:00:00+02:00', end: '2027-06-19T11:00:00+02:00' };
const COLOURS = ['#aa0000', '#00aa00', '#0000aa', '#aaaa00'];

/** Every value names its entry, so that a doubled or a lost one is found. */
const valuesOf = (item: number, version: number): Values => ({
  title: `Talk ${item} v${version}`,
  description: `About ${item}, version ${version}.`,
  color: COLOURS[version % COLOURS.length]!,
});

const sessionOf = (item: number, values: Values): ImportedObject => ({
  kind: 'session',
  id: `code-${item}`,
  fields: { ...values, status: 'published', time: TIME },
});

/** `withheld`: no deletion is allowed. */
type ImportManner = 'plain' | 'ours' | 'theirs' | 'withheld';

type Step =
  | { readonly type: 'source'; readonly item: number; readonly field: Field; readonly version: number }
  | { readonly type: 'vanish' | 'return' | 'delete'; readonly item: number }
  | { readonly type: 'edit'; readonly item: number; readonly field: Field; readonly version: number }
  | { readonly type: 'rename'; readonly item: number; readonly to: number }
  | { readonly type: 'import'; readonly manner: ImportManner };

const ITEMS = 4;
const item = fc.integer({ min: 0, max: ITEMS - 1 });
const field = fc.constantFrom(...FIELDS);
const version = fc.integer({ min: 1, max: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ type: fc.constant('source' as const), item, field, version }),
  fc.record({ type: fc.constantFrom('vanish' as const, 'return' as const, 'delete' as const), item }),
  fc.record({ type: fc.constant('edit' as const), item, field, version }),
  fc.record({ type: fc.constant('rename' as const), item, to: fc.integer({ min: 0, max: 99 }) }),
  fc.record({
    type: fc.constant('import' as const),
    manner: fc.constantFrom<ImportManner>('plain', 'plain', 'ours', 'theirs', 'withheld'),
  }),
);

/** One entry of the source and its file, as a careful person would keep them in step. */
interface Entry {
  source: Values;
  isInSource: boolean;
  /** Undefined without a file. */
  file: Values | undefined;
  address: string | undefined;
  /** What both agreed on last; undefined if the import does not know the entry. */
  base: Values | undefined;
  /** Somebody decided that the edited file stays although the entry vanished. */
  isKept: boolean;
}

interface Outcome {
  readonly before: ReadonlyMap<string, string>;
  /** The files in conflict. */
  readonly asked: readonly string[];
  /** The files that were left out. */
  readonly listed: readonly string[];
}

class Life {
  readonly repository = new ImportingRepository();
  readonly entries: Entry[] = Array.from({ length: ITEMS }, (_, number) => ({
    source: valuesOf(number, 0),
    isInSource: true,
    file: undefined,
    address: undefined,
    base: undefined,
    isKept: false,
  }));
  /** Files that the import does not know. */
  readonly own = new Map<string, string>([['sessions/own.yaml', ownFile()]]);

  constructor() {
    for (const [path, text] of this.own) this.repository.files.set(path, text);
  }

  async play(step: Step): Promise<void> {
    if (step.type === 'import') return this.#import(step.manner);
    const entry = this.entries[step.item]!;
    switch (step.type) {
      case 'source':
        entry.source = { ...entry.source, [step.field]: valuesOf(step.item, step.version)[step.field] };
        return;
      case 'vanish':
        // The last entry stays: a source that is suddenly empty deletes nothing.
        entry.isInSource = step.item === ITEMS - 1;
        return;
      case 'return':
        entry.isInSource = true;
        return;
      case 'delete':
        if (entry.address === undefined || step.item === ITEMS - 1) return;
        this.repository.files.delete(entry.address);
        entry.file = undefined;
        return;
      case 'edit': {
        // Half of the edits are what the source says in that version, too.
        const said = valuesOf(step.item, step.version)[step.field];
        const isOwn = step.version % 2 === 1 && step.field !== 'color';
        this.#edit(entry, { [step.field]: isOwn ? `${said} edited` : said });
        return;
      }
      case 'rename':
        this.#rename(entry, `sessions/renamed-${step.item}-${step.to}.yaml`);
    }
  }

  #edit(entry: Entry, values: Partial<Values>): void {
    if (!entry.file || entry.address === undefined) return;
    entry.file = { ...entry.file, ...values };
    const data = parse(this.repository.files.get(entry.address)!) as object;
    this.repository.files.set(entry.address, stringify({ ...data, ...values }));
  }

  /** As `gitcast mv` does: the file keeps its former address. */
  #rename(entry: Entry, path: string): void {
    const { files } = this.repository;
    if (!entry.file || entry.address === undefined || files.has(path)) return;
    const data = parse(files.get(entry.address)!) as { $aliases?: readonly string[] };
    const [from, to] = [entry.address, path].map((each) => each.replace('.yaml', ''));
    const $aliases = [...(data.$aliases ?? []).filter((each) => each !== to), from!];
    files.delete(entry.address);
    files.set(path, stringify({ ...data, $aliases }));
    entry.address = path;
  }

  async #import(manner: ImportManner): Promise<void> {
    const objects = this.entries.flatMap(({ isInSource, source }, number) =>
      isInSource ? [sessionOf(number, source)] : [],
    );
    const before = new Map(this.repository.files);
    const allowed = { allowDeletes: manner === 'withheld' ? 0 : ITEMS };
    const { conflicts, skipped } = await this.repository.import(objects, ['session'], { ...allowed, [manner]: true });
    const asked = conflicts.map(({ address }) => `${address}.yaml`);
    const listed = skipped.map(({ file }) => file.replace('content/', ''));
    for (const [number, entry] of this.entries.entries())
      this.#expect(number, entry, manner, { before, asked, listed });
    for (const [path, text] of this.own) expect(this.repository.files.get(path)).toBe(text);
    this.#nothingDoubled();
    const files = new Map(this.repository.files);
    const again = await this.repository.import(objects, ['session'], allowed);
    expect(again.edits).toEqual([]);
    expect(this.repository.files).toEqual(files);
  }

  #expect(number: number, entry: Entry, manner: ImportManner, { before, asked, listed }: Outcome): void {
    const { source, base, file, address = '', isInSource } = entry;
    const isEdited = file !== undefined && base !== undefined && FIELDS.some((name) => file[name] !== base[name]);
    const isNews = base !== undefined && FIELDS.some((name) => source[name] !== base[name]);
    if (base === undefined) {
      if (isInSource) this.#created(number, entry);
      return;
    }
    if (!isInSource && file === undefined)
      return void Object.assign(entry, { base: undefined, address: undefined, isKept: false });
    if (!isInSource && (!isEdited || manner === 'theirs')) {
      if (manner !== 'withheld') return this.#removed(entry);
      expect(listed).toContain(address);
      return expect(this.#read(entry)).toEqual(file);
    }
    if (!isInSource) {
      entry.isKept ||= manner === 'ours';
      expect(asked.includes(address)).toBe(!entry.isKept);
      return expect(this.#read(entry)).toEqual(file);
    }
    if (file === undefined) {
      if (manner === 'theirs' && isNews) this.#created(number, entry);
      else if (manner === 'ours') entry.base = source;
      if (entry.file === undefined) expect(before.has(entry.address ?? '')).toBe(false);
      return;
    }
    const expected = { ...file };
    const agreed = { ...base };
    for (const name of FIELDS) {
      const [here, there, was] = [file[name], source[name], base[name]];
      if (there === was) continue;
      if (here === was || here === there || manner === 'theirs') [expected[name], agreed[name]] = [there, there];
      else if (manner === 'ours') agreed[name] = there;
    }
    expect(this.#read(entry)).toEqual(expected);
    Object.assign(entry, { file: expected, base: agreed });
  }

  #created(number: number, entry: Entry): void {
    const address = [...this.repository.files].find(
      ([path, text]) => text.includes(`About ${number}, `) && !this.own.has(path),
    )?.[0];
    expect(address, `a file for entry ${number}`).toBeDefined();
    Object.assign(entry, { address, file: entry.source, base: entry.source, isKept: false });
    expect(this.#read(entry)).toEqual(entry.source);
  }

  #removed(entry: Entry): void {
    expect(this.repository.files.has(entry.address!)).toBe(false);
    Object.assign(entry, { file: undefined, address: undefined, base: undefined, isKept: false });
  }

  #read({ address }: Entry): Values {
    const { title, description, color } = parse(this.repository.files.get(address!)!) as Values;
    return { title, description, color };
  }

  #nothingDoubled(): void {
    for (const [number] of this.entries.entries()) {
      const files = [...this.repository.files].filter(([, text]) => text.includes(`About ${number}, `));
      expect(files.filter(([path]) => !this.own.has(path)).length).toBeLessThanOrEqual(1);
    }
  }
}

const ownFile = (): string => stringify({ title: 'Our own talk', status: 'published', time: TIME });

describe('importing again and again', () => {
  it('loses nothing and doubles nothing, whatever happens in between', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        const life = new Life();
        await life.play({ type: 'import', manner: 'plain' });
        for (const each of [...steps, { type: 'import', manner: 'plain' } as const]) await life.play(each);
      }),
      { numRuns: runs({ test: 200, proof: 1000 }) },
    );
  });
});
