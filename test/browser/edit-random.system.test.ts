/**
 * Random edits of the demo in the real forms: each diff touches only the value that was edited, what is invalid is not
 * written, and undoing everything gives back every byte.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { ElementHandle, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diskFiles } from '../../src/content/files.ts';
import { readMarkdown } from '../../src/content/front-matter.ts';
import { readContent } from '../../src/content/read-content.ts';
import { readYaml } from '../../src/content/yaml-tree.ts';
import type { Change, Changed } from '../../src/editing/protocol.ts';
import { isObject, type Json, type JsonObject, type Path } from '../../src/values/json.ts';
import { strayLines } from '../editing/expected-edit.ts';
import { needsBrowser } from '../needs.ts';
import { record } from '../proof/figures.ts';
import { runs, SEED } from '../seed.ts';
import { useBrowser } from './browser.ts';
import { DevCommand } from './dev-command.ts';

const EDITS = runs({ test: 80, quick: 200, proof: 2000 });
/** To open a document takes longer than an edit. */
const EDITS_PER_VISIT = runs({ test: 4, quick: 8, proof: 8 });
const LONG = runs({ test: 600_000, proof: 7_200_000 });

/** What people can use in a form. */
const CONTROLS = {
  text: '.field input[type=text]:not([role=combobox])',
  longText: 'textarea',
  number: 'input[type=number]',
  flag: 'input[type=checkbox]',
  choice: 'select',
  moment: ':is(input[type=datetime-local], input[type=date])',
  colour: 'input[type=color]',
  search: 'input[role=combobox]',
  entry: '.entry-menu',
  newEntry: '.entries + .add',
  newField: '.more-fields .add',
} as const;
type ControlType = keyof typeof CONTROLS;

interface Choice {
  readonly document: number;
  readonly control: number;
  readonly way: number;
  readonly word: string;
}
const choice: fc.Arbitrary<Choice> = fc.record({
  document: fc.nat(),
  control: fc.nat(),
  way: fc.nat(),
  word: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
});

/** Keeps each request for a change with its answer, before the form sees it. */
const RECORDER = `{
  globalThis.answered = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (url, init) => {
    const response = await fetch(url, init);
    if (String(url).endsWith('/edit/change'))
      answered.push({ asked: JSON.parse(init.body), answer: await response.clone().json() });
    return response;
  };
}`;
const ROOT_NODE = `document.querySelector('gitcast-dev').shadowRoot`;
const visible = (selector: string): string =>
  `[...${ROOT_NODE}.querySelectorAll(${JSON.stringify(selector)})].filter((each) => each.checkVisibility())`;
/** Until the form has nothing more to send. */
const SETTLED = `(async () => {
  const status = () => ${ROOT_NODE}.querySelector('.saving').textContent;
  while (status() === 'Saving…') await new Promise((resolve) => setTimeout(resolve, 5));
  return { status: status(), answered: answered.splice(0) };
})()`;
/** Opens some of the parts of a form. Each is made when it is opened, with parts of its own. */
const OPEN_PARTS = `(async (way) => {
  const closed = () => ${visible('.form details:not([open], .chooser)')};
  for (let step = 0, parts = closed(); step < 15 && parts.length > 0; step++, parts = closed()) {
    parts[(way + step * 7) % parts.length].open = true;
    await new Promise((resolve) => setTimeout(resolve));
  }
})`;
/** A type of control that the form has; every other time the one that was used least. */
const TYPE = `((used, way) => {
  const isHere = (selector) => [...${ROOT_NODE}.querySelectorAll('.form ' + selector)].some((each) => each.checkVisibility());
  const present = Object.entries(${JSON.stringify(CONTROLS)}).filter(([, selector]) => isHere(selector));
  const sorted = present.sort(([one], [other]) => used[one] - used[other]);
  return sorted[way % 2 === 0 ? 0 : way % sorted.length][0];
})`;
interface Settled {
  readonly status: string;
  readonly answered: readonly { readonly asked: Change; readonly answer: Changed }[];
}

describe.runIf(needsBrowser())('random edits of the demo, in a browser', () => {
  const { open } = useBrowser();
  let demo: DevCommand;
  beforeAll(async () => {
    demo = await DevCommand.startDemo();
  });
  afterAll(() => demo.end());

  it('change only the value that was edited, and all of them can be undone', { timeout: LONG }, async () => {
    const before = textsIn(demo);
    const page = await open(`${demo.url}no-such-page/`, { reducedMotion: 'reduce' });
    await keepPage(page);
    await page.keyboard.press('e');
    const visited = documentsByKind(demo);
    const made = { saved: 0, invalid: 0 };
    const used = Object.fromEntries(Object.keys(CONTROLS).map((type) => [type, 0])) as Record<ControlType, number>;
    const kinds = new Set<string>();
    const choices = fc.sample(choice, { numRuns: EDITS * 3, seed: SEED })[Symbol.iterator]();
    let texts = before;
    for (let visit = 0; made.saved + made.invalid < EDITS; visit++) {
      const [kind, documents] = visited[visit % visited.length]!;
      const first = choices.next().value!;
      const document = documents[first.document % documents.length]!;
      const { address } = document;
      expect(await page.locator('.overlay .problem[data-tone=bad]:visible').allInnerTexts()).toEqual([]);
      await openForm(page, document, first.way);
      for (let edit = 0; edit < EDITS_PER_VISIT && made.saved + made.invalid < EDITS; edit++) {
        const chosen = choices.next().value;
        if (!chosen) throw new Error('too many choices changed nothing');
        const type = (await page.evaluate(`${TYPE}(${JSON.stringify(used)}, ${chosen.way})`)) as ControlType;
        used[type]++;
        const typed = await use(page, type, chosen);
        const { status, answered } = (await page.evaluate(SETTLED)) as Settled;
        const about = `${address}: ${type} ${JSON.stringify({ typed, answered: answered.map(({ asked }) => asked) })}`;
        const now = textsIn(demo);
        expect(problemsOf(texts, now, answered), about).toEqual([]);
        texts = now;
        kinds.add(kind);
        for (const { answer } of answered) {
          expect(answer.type, `${about} ${JSON.stringify(answer)}`).toMatch(/^(?:saved|invalid)$/);
          made[answer.type as keyof typeof made]++;
        }
        if (typed !== undefined && answered.length > 0)
          expect(JSON.stringify(answered.at(-1)!.asked), about).toContain(JSON.stringify(typed.trim()).slice(1, -1));
        if (answered.at(-1)?.answer.type === 'invalid') {
          expect(await page.locator('.field-problem:visible').count(), about).toBeGreaterThan(0);
          // What was entered stays in the form, so the next edits are made in another one.
          break;
        }
        if (answered.length > 0) expect(status, about).toBe('Saved');
      }
    }
    expect([...kinds].sort()).toEqual(visited.map(([kind]) => kind).sort());
    expect(Object.entries(used).filter(([, count]) => count === 0)).toEqual([]);
    expect(made.saved).toBeGreaterThan(EDITS / 2);
    expect(made.invalid).toBeGreaterThan(0);
    expect(await invalidDocuments(page)).toBe('Invalid 0');
    await undoAll(page);
    expect(textsIn(demo)).toEqual(before);
    expect(demo.git('status', '--porcelain')).toBe('');
    record({ what: 'random edits in a browser', tried: EDITS, failed: 0, note: `${made.invalid} of them invalid` });
  });
});

/** The page behind the editor stays as it is: some changes would load it again, and take the form away from the test. */
async function keepPage(page: Page): Promise<void> {
  const url = page.url();
  const html = await (await fetch(url)).text();
  await page.addInitScript(RECORDER);
  await page.route(url, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }));
  await page.goto(url);
  await page.waitForSelector('.dot[data-state=live]', { state: 'attached' });
}

interface Listed {
  readonly address: string;
  readonly file: string;
}

function documentsByKind(dev: DevCommand): readonly (readonly [string, readonly Listed[]])[] {
  const { documents } = readContent(diskFiles(join(dev.folder, 'content')), { prefix: 'content/' });
  const groups = Map.groupBy(documents, ({ kind }) => kind);
  return [...groups].map(([kind, group]) => [
    kind,
    group.map(({ address, source }) => ({ address, file: source.file })).sort(byAddress),
  ]);
}
const byAddress = (one: Listed, other: Listed): number => (one.address < other.address ? -1 : 1);

/** By the list of documents; in another language now and then. */
async function openForm(page: Page, { address, file }: Listed, way: number): Promise<void> {
  const panel = page.locator('section.edit');
  await panel.locator('[data-view=documents]').click();
  await panel.getByRole('searchbox').fill(address);
  // What was invalid in an earlier form of this document would still be there.
  await page.evaluate(`sessionStorage.removeItem('gitcast.dev.drafts')`);
  await panel.locator(`.docs-open[data-name="${address}"]`).click();
  await panel.locator('.about').getByText(file, { exact: true }).waitFor();
  const languages = panel.locator('.languages:not([hidden]) button');
  const count = await languages.count();
  if (count > 0 && way % 3 === 0) await languages.nth(way % count).click();
  await page.evaluate(SETTLED);
  await page.evaluate(`${OPEN_PARTS}(${way})`);
}

/** Returns what was typed. */
async function use(page: Page, type: ControlType, { control, way, word }: Choice): Promise<string | undefined> {
  const one = await elementAt(page, `.form ${CONTROLS[type]}`, control);
  const typed = await USES[type](one!, { page, way, word });
  // A field that is left is saved at once; now and then, the rest of the pause is waited for. An emptied text waits until then.
  if (way % 10 > 0 || typed === '') await page.evaluate(`${ROOT_NODE}.activeElement?.blur()`);
  return typed;
}

/** One of the visible elements. */
async function elementAt(page: Page, selector: string, index: number): Promise<ElementHandle | null> {
  const found = await page.evaluateHandle(`((all) => all[${index} % all.length])(${visible(selector)})`);
  return found.asElement();
}

type Use = (
  control: ElementHandle,
  chosen: { readonly page: Page; readonly way: number; readonly word: string },
) => Promise<string | undefined>;

const type: Use = async (control, { way, word }) => {
  const letters = [...(await control.inputValue())];
  const next = way % 7 === 0 ? '' : letters.toSpliced(way % (letters.length + 1), 0, word).join('');
  await control.fill(next);
  return next;
};
const choose: Use = async (control, { page, way }) => {
  await control.click();
  await page.locator('section.edit :is([role=option], .picker-message):visible').first().waitFor();
  await (await elementAt(page, '.form [role=option]', way))?.click();
  return undefined;
};
/** What a new entry or field offers first. */
const begin: Use = async (control, chosen) => {
  await control.click();
  const field = await elementAt(chosen.page, '.form :is(input, textarea):focus', 0);
  if (!field) return undefined;
  if ((await field.getAttribute('role')) === 'combobox') return choose(field, chosen);
  const kind = await field.getAttribute('type');
  return kind === 'text' || kind === null ? type(field, chosen) : undefined;
};

const USES: Readonly<Record<ControlType, Use>> = {
  text: type,
  longText: type,
  number: async (control, { way }) => {
    await control.fill(String(Number(await control.inputValue()) + (way % 5) - 2));
    return undefined;
  },
  flag: async (control) => {
    await control.click();
    return undefined;
  },
  choice: async (control, { way }) => {
    const options = await control.$$('option');
    await control.selectOption({ index: way % options.length });
    return undefined;
  },
  moment: async (control, { way }) => {
    const was = await control.inputValue();
    const days = was.length === 10;
    const at = Date.parse(was === '' ? '2027-06-18T12:00Z' : days ? `${was}T00:00Z` : `${was}Z`);
    const moved = new Date(at + ((way % 21) - 10) * (days ? 86_400_000 : 900_000)).toISOString();
    const isDay = (await control.getAttribute('type')) === 'date';
    await control.fill(moved.slice(0, isDay ? 10 : 16));
    return undefined;
  },
  colour: async (control, { way }) => {
    await control.fill(`#${(way % 0x1000000).toString(16).padStart(6, '0')}`);
    return undefined;
  },
  search: choose,
  entry: async (control, { way }) => {
    if ((await control.getAttribute('aria-expanded')) === 'false') await control.click();
    const actions = await control.$$('xpath=following-sibling::div[1]/button');
    await actions[way % actions.length]!.click();
    return undefined;
  },
  newEntry: begin,
  newField: begin,
};

type Texts = ReadonlyMap<string, string>;

/** A file that was not written since is not read again. */
const known = new Map<string, { readonly version: string; readonly text: string }>();

function textsIn(dev: DevCommand): Texts {
  const folder = join(dev.folder, 'content');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(?:yaml|md)$/.test(file),
  );
  return new Map(files.sort().map((file) => [file, textOf(join(folder, file))]));
}

function textOf(path: string): string {
  const { ino, mtimeMs, size } = statSync(path);
  const version = [ino, mtimeMs, size].join();
  const earlier = known.get(path);
  if (earlier?.version === version) return earlier.text;
  const text = readFileSync(path, 'utf8');
  known.set(path, { version, text });
  return text;
}

/** What the files have that the answers do not explain. */
function problemsOf(before: Texts, now: Texts, answered: Settled['answered']): readonly string[] {
  const files = [...new Set([...before.keys(), ...now.keys()])].filter((file) => before.get(file) !== now.get(file));
  const saved = answered.filter(({ answer }) => answer.type === 'saved').map(({ asked }) => asked);
  if (saved.length === 0) return files.map((file) => `${file} was written`);
  if (files.length > 1) return [`${files.join(', ')} were written`];
  return files.flatMap((file) => problemsIn(file, before.get(file) ?? '', now.get(file) ?? '', saved));
}

const BODY = '(body)';

function problemsIn(file: string, before: string, now: string, saved: readonly Change[]): readonly string[] {
  const [old, next] = [valuesIn(file, before), valuesIn(file, now)];
  const [was, is] = [leavesOf(old), leavesOf(next)];
  const changed = [...new Set([...was.keys(), ...is.keys()])].filter((key) => was.get(key) !== is.get(key));
  const steps = saved.flatMap(({ locale, operations }) =>
    operations.flatMap((operation) =>
      placesOf(file, operation.path, locale).map((path) => ({ operation: { ...operation, path }, place: path })),
    ),
  );
  const areaOf = ({ operation: { do: word, path } }: (typeof steps)[number]): Path =>
    typeof path.at(-1) === 'number' && word !== 'set' ? path.slice(0, -1) : path;
  const stray = changed.filter((key) => !steps.some((step) => isWithin(JSON.parse(key) as Path, areaOf(step))));
  const lines = steps.map(({ operation }) => strayLines(before, now, old, operation));
  const fewest = lines.toSorted((one, other) => one.length - other.length)[0] ?? [];
  return [...stray.map((key) => `changed: ${key}`), ...(saved.length === 1 ? fewest : [])];
}

function valuesIn(file: string, text: string): JsonObject {
  if (!file.endsWith('.md')) return (readYaml(text).data as JsonObject | null) ?? {};
  const { data, body } = readMarkdown(text);
  return { ...(isObject(data) ? data : {}), [BODY]: body.trim() };
}

/** Where a file may have a value: the text of a Markdown file is below its fields, translations are in a table. */
const placesOf = (file: string, path: Path, locale: string | undefined): readonly Path[] => [
  path,
  ...(file.endsWith('.md') && path.length === 1 ? [[BODY]] : []),
  ...(locale === undefined
    ? []
    : [
        ['$locales', locale, ...path],
        ['localeDetails', locale, ...path],
      ]),
];

const isWithin = (path: Path, area: Path): boolean => {
  const length = Math.min(path.length, area.length);
  return JSON.stringify(path.slice(0, length)) === JSON.stringify(area.slice(0, length));
};

function leavesOf(value: Json, path: Path = [], found = new Map<string, string>()): ReadonlyMap<string, string> {
  const entries = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  if (entries.length === 0) found.set(JSON.stringify(path), JSON.stringify(value));
  for (const [key, child] of entries) leavesOf(child as Json, [...path, key], found);
  return found;
}

/** Nothing was written that the project finds wrong. */
async function invalidDocuments(page: Page): Promise<string> {
  await page.locator('[data-view=documents]').click();
  return page.locator('.docs-filter[data-name=invalid]').innerText();
}

/** Some by the button, the others by the request that it makes. */
async function undoAll(page: Page): Promise<void> {
  const undo = page.getByRole('button', { name: 'Undo' });
  let headers = {};
  for (let step = 0; step < 10; step++) {
    const undone = page.waitForResponse(/edit\/undo$/);
    await undo.click();
    headers = (await undone).request().headers();
  }
  const { 'x-gitcast-token': token, 'x-gitcast-tab': tab } = headers as Record<string, string>;
  const left = `(async () => {
    const ask = () => fetch('/__gitcast/edit/undo', { method: 'POST', body: '{}',
      headers: ${JSON.stringify({ 'content-type': 'application/json', 'x-gitcast-token': token, 'x-gitcast-tab': tab })} });
    const isUndone = async () => (await (await ask()).json()).type === 'undone';
    while ((await Promise.all(Array.from({ length: 6 }, isUndone))).every(Boolean));
  })()`;
  await page.evaluate(left);
}
