import { describe, expect, it } from 'vitest';
import { memoryFolder } from '../../src/render/templates/template-folder.ts';
import { buildFiles } from './build-harness.ts';

const PAGE = { 'pages/a.yaml': 'title: A\nstatus: published\n' };
const POLICY = expect.stringMatching(/^default-src 'none'; script-src 'self'; .*frame-ancestors 'self'$/);

describe('the files that tell hosts which headers to send', () => {
  it('set a policy and nosniff for every file and no caching for the worker, in the format of each host', async () => {
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
            { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
          ],
        },
        { source: '/sw.js', headers: [{ key: 'Cache-Control', value: 'no-cache' }] },
      ],
    });
    expect(JSON.parse(output.get('staticwebapp.config.json')!)).toEqual({
      globalHeaders: {
        'Content-Security-Policy': POLICY,
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'strict-origin-when-cross-origin',
      },
      routes: [{ route: '/sw.js', headers: { 'Cache-Control': 'no-cache' } }],
      mimeTypes: { '.webmanifest': 'application/manifest+json' },
    });
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
