import { createServer, type Server } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mediaTypeOf } from '../../src/render/images/media-type.ts';
import { checkSvg } from '../../src/render/sanitise/svg.ts';
import { useBrowser } from './browser.ts';
import { DORMANT, drawing, HTML_SCRIPT, PIECES, RUNNING } from './svg-payloads.ts';
import { needsBrowser } from '../needs.ts';
import { listen } from '../listen.ts';

it.each(Object.entries({ ...RUNNING, ...DORMANT }))('a drawing with %s is refused', (_, text) => {
  expect(checkSvg(text)).toHaveProperty('ok', false);
});

describe.runIf(needsBrowser())('documents that Chromium opens directly', () => {
  const { open } = useBrowser();
  let server: Server;
  let url: string;
  let files: readonly Served[] = [];
  /** The indexes of those that requested `/ran`. */
  const ran = new Set<number>();
  beforeAll(async () => {
    server = createServer(({ url: path = '/' }, response) => {
      const [, place, index] = path.split(/[/?]/);
      if (place === 'ran') ran.add(Number(index));
      const file = place === 'file' ? files[Number(index)] : undefined;
      response.writeHead(200, { 'content-type': file?.type ?? 'text/html' });
      response.end(file?.text.replaceAll('/ran', `/ran/${index}`) ?? '<!doctype html>');
    });
    url = `http://127.0.0.1:${await listen(server)}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  interface Served {
    readonly type: string;
    readonly text: string;
  }

  /** Each in its own frame, with the same permissions as in a tab, and clicked once. */
  const openAll = async (all: readonly Served[]) => {
    files = all;
    ran.clear();
    const page = await open(`${url}/`);
    await page.setViewportSize({ width: 800, height: 800 });
    await page.evaluate(`Promise.all(${JSON.stringify(all.map((_, index) => `/file/${index}`))}.map((src) => {
      const frame = document.createElement('iframe');
      Object.assign(frame, { src, width: 90, height: 90 });
      frame.style.cssText = 'border:0;float:left';
      document.body.style.margin = 0;
      const loaded = new Promise((resolve) => frame.onload = resolve);
      document.body.append(frame);
      return loaded;
    }))`);
    const places = await page.evaluate<{ x: number; y: number }[]>(
      `[...document.querySelectorAll('iframe')].map((frame) => frame.getBoundingClientRect().toJSON())`,
    );
    for (const { x, y } of places) await page.mouse.click(x + 45, y + 45);
    return page;
  };
  const asSvg = (text: string): Served => ({ type: 'image/svg+xml', text });

  it('run every known payload, so that the refusals are meaningful', async () => {
    const names = Object.keys(RUNNING);
    const page = await openAll(Object.values(RUNNING).map(asSvg));
    await expect.poll(() => names.filter((_, index) => !ran.has(index))).toEqual([]);
    await page.context().close();
  });

  it('do nothing if they are accepted drawings, in any combination of pieces', async () => {
    const accepted = fc
      .sample(fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 }), { numRuns: 5000, seed: 8 })
      .map((pieces) => drawing(pieces.join('')))
      .flatMap((text) => {
        const verdict = checkSvg(text);
        return verdict.ok ? [verdict.copy?.text ?? text] : [];
      });
    const chosen = [...new Set(accepted)].toSorted((one, other) => other.length - one.length).slice(0, 40);
    expect(chosen).toHaveLength(40);
    const page = await openAll(chosen.map(asSvg));
    const unread = await page.evaluate<number[]>(
      `Array.from(frames).flatMap(({ document }, index) => document.documentElement.localName === 'svg' && !document.querySelector('parsererror') ? [] : [index])`,
    );
    expect(unread.map((index) => chosen[index])).toEqual([]);
    expect([...ran].map((index) => chosen[index])).toEqual([]);
    await page.context().close();
  });

  it('run scripts if their file type allows it, and such files are never published', async () => {
    const types = { xsd: 'application/xml', rng: 'text/xml', html: 'text/html', xhtml: 'application/xhtml+xml' };
    const page = await openAll(Object.values(types).map((type) => ({ type, text: HTML_SCRIPT })));
    await expect.poll(() => ran.size).toBe(4);
    for (const extension of [...Object.keys(types), 'gpx', 'kml', 'xsl', 'svgz', 'js'])
      expect(mediaTypeOf(`media/file.${extension}`)).toBe('refused');
    await page.context().close();
  });
});
