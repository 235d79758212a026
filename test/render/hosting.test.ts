import { describe, expect, it } from 'vitest';
import { memoryFolder } from '../../src/render/templates/template-folder.ts';
import { buildFiles } from './build-harness.ts';

const PAGE = { 'pages/a.yaml': 'title: A\nstatus: published\n' };
const POLICY = expect.stringMatching(/^default-src 'none'; script-src 'self'; (?!.*frame-ancestors)/);
const EMBED = expect.stringMatching(/^default-src 'none'; script-src 'self'; .*frame-ancestors \*$/);
const ATOM = 'application/atom+xml; charset=utf-8';
const JSON_FEED = 'application/feed+json; charset=utf-8';
const FOR_EVER = 'public, max-age=31536000, immutable';
const OF_LOCALES = ['', '/en', '/es'];

describe('the files that tell hosts which headers to send', () => {
  it('set a policy and nosniff for every file, no caching for the worker and long caching where names have a digest, in the format of each host', async () => {
    const { output, result } = await buildFiles(PAGE);
    expect(result.diagnostics).toEqual([]);
    const headers = output.get('_headers')!;
    expect(headers).toMatch(/^\/\*\n {2}Content-Security-Policy: default-src 'none'; script-src 'self'; /);
    expect(headers).toContain('\n  X-Content-Type-Options: nosniff\n');
    expect(headers).toContain('\n/sw.js\n  Cache-Control: no-cache\n');
    for (const own of ['manifest-src', 'worker-src']) expect(headers).toContain(`; ${own} 'self'`);
    expect(JSON.parse(output.get('vercel.json')!)).toEqual({
      headers: [
        {
          source: '/(.*)',
          headers: [
            { key: 'Content-Security-Policy', value: POLICY },
            { key: 'X-Content-Type-Options', value: 'nosniff' },
            { key: 'X-Frame-Options', value: 'SAMEORIGIN' },
            { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
          ],
        },
        ...OF_LOCALES.flatMap((locale) => [
          { source: `${locale}/embed/(.*)`, headers: [{ key: 'Content-Security-Policy', value: EMBED }] },
          { source: `${locale}/feed.xml`, headers: [{ key: 'Content-Type', value: ATOM }] },
          { source: `${locale}/feed.json`, headers: [{ key: 'Content-Type', value: JSON_FEED }] },
        ]),
        ...['/assets/(.*)', '/media/_/(.*)'].map((source) => ({
          source,
          headers: [{ key: 'Cache-Control', value: FOR_EVER }],
        })),
        { source: '/sw.js', headers: [{ key: 'Cache-Control', value: 'no-cache' }] },
      ],
    });
    expect(JSON.parse(output.get('staticwebapp.config.json')!)).toEqual({
      globalHeaders: {
        'Content-Security-Policy': POLICY,
        'X-Content-Type-Options': 'nosniff',
        'X-Frame-Options': 'SAMEORIGIN',
        'Referrer-Policy': 'strict-origin-when-cross-origin',
      },
      routes: [
        ...OF_LOCALES.flatMap((locale) => [
          { route: `${locale}/embed/*`, headers: { 'Content-Security-Policy': EMBED } },
          { route: `${locale}/feed.xml`, headers: { 'Content-Type': ATOM } },
          { route: `${locale}/feed.json`, headers: { 'Content-Type': JSON_FEED } },
        ]),
        ...['/assets/*', '/media/_/*'].map((route) => ({ route, headers: { 'Cache-Control': FOR_EVER } })),
        { route: '/sw.js', headers: { 'Cache-Control': 'no-cache' } },
      ],
      mimeTypes: { '.webmanifest': 'application/manifest+json' },
    });
    expect(headers).toMatch(/\n\/en\/embed\/\*\n {2}Content-Security-Policy: .*frame-ancestors \*\n/);
    expect(headers).toContain(`\n/en/feed.xml\n  Content-Type: ${ATOM}\n`);
  });

  it('can be overridden like any template, and one that fails is reported', async () => {
    const own = memoryFolder({
      'hosting/_headers.eta': '/*\n  X-Own: 1\n',
      'hosting/vercel.json.eta': '<% it.no.such() %>',
    });
    const { output, result } = await buildFiles(PAGE, { templates: [own], force: true });
    expect(output.get('_headers')).toBe('/*\n  X-Own: 1\n');
    expect(output.has('vercel.json')).toBe(false);
    expect(result.diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['page-failed', expect.stringContaining('/vercel.json could not be built: templates/hosting/vercel.json.eta:1:')],
    ]);
  });
});
