import { crc32, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { drawIcon } from '../../../src/render/app/app-icon.ts';
import { siteOf } from '../../site/harbour-site.ts';
import { webApp } from '../../../src/render/app/web-app.ts';

const COLOURS = { background: '#f7efe1', 'primary-background': '#ff7452', 'button-color': '#0c2b30' };

interface Picture {
  readonly size: number;
  /** `#rrggbbaa` of a pixel. */
  readonly at: (x: number, y: number) => string;
}

/** Reads our kind of PNG, and checks every checksum. */
function readPng(bytes: Uint8Array): Picture {
  const file = Buffer.from(bytes);
  expect(file.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at);
    const named = file.subarray(at + 4, at + 8 + length);
    expect(file.readUInt32BE(at + 8 + length)).toBe(crc32(named));
    chunks.set(named.subarray(0, 4).toString('latin1'), named.subarray(4));
    at += 12 + length;
  }
  const size = chunks.get('IHDR')!.readUInt32BE(0);
  const rows = inflateSync(chunks.get('IDAT')!);
  expect(rows).toHaveLength(size * (size + 1));
  const hex = (value: number): string => value.toString(16).padStart(2, '0');
  return {
    size,
    at: (x, y) => {
      const shade = rows[y * (size + 1) + 1 + x]!;
      const colour = [...chunks.get('PLTE')!.subarray(shade * 3, shade * 3 + 3), chunks.get('tRNS')![shade]!];
      return `#${colour.map(hex).join('')}`;
    },
  };
}

describe('the site as an application', () => {
  const icon = { name: 'Étale', background: { r: 255, g: 0x74, b: 0x52 }, colour: { r: 0x0c, g: 0x2b, b: 0x30 } };

  it('has an icon with the initial of its name in the colours of the theme', () => {
    const { size, at } = readPng(drawIcon({ ...icon, name: 'I' }, { size: 96, rounded: true }));
    expect(size).toBe(96);
    expect(at(48, 48)).toBe('#0c2b30ff');
    expect(at(20, 48)).toBe('#ff7452ff');
    expect(at(0, 0).slice(-2), 'the corner is transparent').toBe('00');
  });

  it('fills an icon that systems cut to their own shape, and keeps the letter inside that shape', () => {
    for (const name of ['W', 'M', 'Q', '祭', '']) {
      const { size, at } = readPng(drawIcon({ ...icon, name }, { size: 100, rounded: false }));
      expect(at(0, 0)).toBe('#ff7452ff');
      for (let y = 0; y < size; y++)
        for (let x = 0; x < size; x++)
          if (Math.hypot(x - 49.5, y - 49.5) > 40) expect(at(x, y), `${name} ${x} ${y}`).toBe('#ff7452ff');
    }
  });

  it('draws the same icon for a letter with an accent, and something for a name without Latin letters', () => {
    const drawn = (name: string): string =>
      Buffer.from(drawIcon({ ...icon, name }, { size: 48, rounded: true })).toString('hex');
    expect(drawn('étale')).toBe(drawn('Étale'));
    expect(drawn('étale')).toBe(drawn('« Etale »'));
    expect(drawn('祭り')).toBe(drawn('🎪'));
  });

  it('has a manifest in each language, with links from its own folder', () => {
    const { manifests, icons } = webApp(
      siteOf({ 'broadcast.yaml': 'name: Étale · Port-Elme\n' }, { url: 'https://harbour.example/2027' }),
      COLOURS,
    );
    expect(manifests.map(({ path }) => path)).toEqual([
      '/manifest.webmanifest',
      '/en/manifest.webmanifest',
      '/es/manifest.webmanifest',
    ]);
    const english = JSON.parse(manifests[1]!.text) as Record<string, unknown>;
    expect(english).toMatchObject({ lang: 'en', id: '/2027/', start_url: './', scope: '../', display: 'standalone' });
    const files = new Set(icons.map(({ path }) => path));
    const listed = english['icons'] as readonly {
      readonly src: string;
      readonly sizes: string;
      readonly purpose: string;
    }[];
    for (const { src, sizes } of listed) {
      const path = new URL(src, 'http://site/en/').pathname.slice(1);
      expect(files).toContain(path);
      const { size } = readPng(icons.find((each) => each.path === path)!.read());
      expect(sizes).toBe(`${size}x${size}`);
    }
    expect(listed.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable']);
  });
});
