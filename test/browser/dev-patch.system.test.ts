import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDevServer } from '../preview/dev-server.ts';
import { useBrowser } from './browser.ts';
import { needsBrowser } from '../needs.ts';

/** Patches a page from one HTML to another in the browser, and returns the result. */
const PATCH = `async ({ before, after }, change) => {
  const { planPatch } = await import('/__gitcast/patch.js');
  const parse = (body) => new DOMParser().parseFromString('<!doctype html><head><title>x</title></head><body>' + body, 'text/html');
  const sides = { live: parse(before), base: parse(before), next: parse(after) };
  change(sides.live);
  const changed = sides.live.body.innerHTML;
  const kept = new Set(sides.live.body.querySelectorAll('*'));
  const steps = planPatch(sides, { swapStyle() {} });
  for (const step of steps ?? []) step();
  return {
    isPatched: steps !== undefined,
    isTouched: sides.live.body.innerHTML !== changed,
    html: sides.live.body.innerHTML,
    wanted: sides.next.body.innerHTML,
    kept: [...sides.live.body.querySelectorAll('*')].filter((each) => kept.has(each)).length,
  };
}`;

interface Sides {
  readonly before: string;
  readonly after: string;
  readonly live?: string;
}

interface Patched {
  readonly isPatched: boolean;
  readonly isTouched: boolean;
  readonly html: string;
  readonly wanted: string;
  readonly kept: number;
}

describe.runIf(needsBrowser())('a page that is patched in place', () => {
  const { open } = useBrowser();
  const running = useDevServer();
  let page: Page;
  beforeAll(async () => {
    page = await open(`${running.url}/`);
  });
  /** `live` is the source of a function that changes the page first, like a script. */
  const patch = ({ live = '() => {}', ...sides }: Sides): Promise<Patched> =>
    page.evaluate(`(${PATCH})(${JSON.stringify(sides)}, ${live})`);

  const text = fc.constantFrom('one', 'two', 'three', ' ', '&amp;');
  const attribute = fc.constantFrom('', ' class="a"', ' class="a b"', ' id="x"', ' hidden', ' data-source="a.yaml:1"');
  const { tree } = fc.letrec<{ tree: string; node: string }>((tie) => ({
    tree: fc.array(tie('node'), { maxLength: 5 }).map((nodes) => nodes.join('')),
    node: fc.oneof(
      { maxDepth: 4 },
      text,
      fc
        .tuple(fc.constantFrom('div', 'ul', 'span', 'b', 'details'), attribute, tie('tree'))
        .map(([name, given, inside]) => `<${name}${given}>${inside}</${name}>`),
    ),
  }));

  it('has exactly the new HTML, for any old and new HTML', async () => {
    await fc.assert(
      fc.asyncProperty(tree, tree, async (before, after) => {
        const { isPatched, html, wanted } = await patch({ before, after });
        expect(isPatched).toBe(true);
        expect(html).toBe(wanted);
      }),
      { numRuns: 300 },
    );
  });

  it('is not touched if nothing changed', async () => {
    await fc.assert(
      fc.asyncProperty(tree, async (before) => {
        const live = `(doc) => { for (const each of doc.body.querySelectorAll('*')) { each.append('script'); each.title = 'script'; } }`;
        const { isPatched, isTouched } = await patch({ before, after: before, live });
        expect([isPatched, isTouched]).toEqual([true, false]);
      }),
      { numRuns: 100 },
    );
  });

  it('keeps the elements around a new one', async () => {
    const { html, wanted, kept } = await patch({
      before: '<ul><li>a</li><li>c</li></ul>',
      after: '<ul><li>a</li><li>b</li><li>c</li></ul>',
    });
    expect([html, kept]).toEqual([wanted, 3]);
  });

  it('keeps the elements even if all source positions change', async () => {
    const before = '<p data-source="a.yaml:1">a</p><p data-source="a.yaml:2">c</p>';
    const after = '<p data-source="a.yaml:1">a</p><p data-source="a.yaml:2">b</p><p data-source="a.yaml:3">c</p>';
    const { html, wanted, kept } = await patch({ before, after });
    expect([html, kept]).toEqual([wanted, 2]);
  });

  it('keeps the classes that a script has set', async () => {
    const live = `(doc) => doc.querySelector('p').classList.add('is-now')`;
    const { html } = await patch({ before: '<p class="a b">x</p>', after: '<p class="b c">x</p>', live });
    expect(html).toBe('<p class="b c is-now">x</p>');
  });

  it.each([
    ['an element that scripts look for', '<p>x</p>', '<p>x</p><div data-map="1"></div>'],
    ['a field', '<form></form>', '<form><input></form>'],
    ['a script', '<p>x</p>', '<p>x</p><script src="a.js"></script>'],
    ['a changed value for scripts', '<p data-countdown="1">x</p>', '<p data-countdown="2">x</p>'],
  ])('must be reloaded for %s', async (_, before, after) => {
    expect((await patch({ before, after })).isPatched).toBe(false);
  });

  it('must be reloaded if a script has rebuilt the part that changed', async () => {
    const live = `(doc) => doc.querySelector('p').replaceChildren(doc.createElement('b'), doc.createElement('i'))`;
    expect((await patch({ before: '<p>x</p>', after: '<p>y</p>', live })).isPatched).toBe(false);
    expect((await patch({ before: '<p>x</p><b>1</b>', after: '<p>x</p><b>2</b>', live })).isPatched).toBe(true);
  });
});
