import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import type { SourceContent } from '../../src/import/source.ts';
import { withPictures } from '../../src/project/import/remote-media.ts';
import { loadConfig } from '../../src/repository/load-config.ts';
import { listenInTest } from '../listen.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
  'base64',
);
const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';

const config = loadConfig({ cwd: '/', env: {}, text: '' });

const serve = async (): Promise<string> => {
  const server = createServer(({ url }, response) => {
    const isThere = /\.(?:png|svg)$/.test(url!);
    response.writeHead(isThere ? 200 : 404).end(url!.endsWith('.svg') ? DRAWING : PIXEL);
  });
  return `http://127.0.0.1:${await listenInTest(server)}`;
};

const contentWith = (pictures: readonly string[], media: SourceContent['media'] = []): SourceContent => ({
  records: pictures.map((url, index) => ({
    kind: 'host' as const,
    id: String(index),
    fields: { title: 'Ada', description: `![Ada](${url})`, media: { url, alt: 'Ada' } },
    at: { file: 'a.json', line: 1, column: 1, endColumn: 2, lineText: '' } as never,
  })),
  diagnostics: [],
  incomplete: [],
  facts: {},
  media,
  findings: [],
  lost: new Map(),
});

const copied = (content: SourceContent, isAsked: boolean, present: readonly string[] = []) =>
  withPictures(content, {
    config,
    outside: { folder: '/', signal: undefined } as never,
    broadcast: { media: new Map(present.map((name) => [name, {}])) } as never,
    isAsked,
  });

const urlsIn = ({ records }: SourceContent) =>
  records.map(({ fields }) => [(fields['media'] as { url: string }).url, fields['description']]);

it('pictures on other hosts are copied if asked, and found again by the next import', async () => {
  const url = `${await serve()}/ada.png`;
  expect(urlsIn(await copied(contentWith([url]), false))).toEqual([[url, `![Ada](${url})`]]);
  const first = await copied(contentWith([url]), true);
  const [{ name } = { name: '' }] = first.media;
  expect(name).toMatch(/^imported\/ada-[0-9a-f]{8}\.png$/);
  expect(urlsIn(first)).toEqual([[`import:/media/${name}`, `![Ada](import:/media/${name})`]]);
  const again = await copied(contentWith([url]), false, [`media/${name}`]);
  expect([urlsIn(again), again.media]).toEqual([urlsIn(first), []]);
});

it('pictures that are not pixels, or not there, stay where they are, with the reason', async () => {
  const host = await serve();
  const urls = [`${host}/ada.svg`, `${host}/ada`];
  const content = await copied(contentWith(urls), true);
  expect(urlsIn(content).map(([url]) => url)).toEqual(urls);
  expect(content).toMatchObject({
    media: [],
    findings: [],
    skipped: [
      { file: urls[1], reason: `${urls[1]} was answered with 404` },
      { file: urls[0], reason: 'it is not a picture that can be copied' },
    ],
  });
});

it('a drawing with a script that comes with the source is left out, and texts keep its former path', async () => {
  const bytes = (): Uint8Array => Buffer.from(DRAWING.replace('/>', '><script>alert(1)</script></svg>'));
  const content = contentWith(['import:/media/ada.svg'], [{ name: 'ada.svg', bytes }]);
  const found = await copied(content, false);
  expect(found).toMatchObject({ media: [], findings: [], skipped: [{ file: 'content/media/ada.svg' }] });
  expect(urlsIn(found)).toEqual([['/ada.svg', '![Ada](/ada.svg)']]);
});
