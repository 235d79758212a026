import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PrintReport } from '../../src/project/index.ts';
import { sizeText } from '../../src/cli/views/text/excerpts.ts';
import { folderWith, gitcast } from './in-memory.ts';
import { findProgram } from '../programs.ts';
import { needsBrowser } from '../needs.ts';

const event = (hour: number, day = 18): string =>
  `title: Concert at ${hour}\nstart_time: 2027-06-${day}T${hour}:00:00+02:00\nend_time: 2027-06-${day}T${hour}:45:00+02:00\nplace_id: places/hall\n`;

const FILES = {
  'gitcast.config.yaml': 'site: { url: "https://harbour.example", timezone: Europe/Paris, locales: [en] }\n',
  'content/broadcast.yaml': 'name: Harbour festival\n',
  'content/places/hall.yaml': 'name: Hall\n',
  ...Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`content/events/e${index}.yaml`, event(10 + index)])),
  'content/events/last.yaml': event(20, 19),
};

const env = { CHROME_PATH: findProgram('chromium-headless-shell'), PATH: process.env['PATH'] };
const MM = 72 / 25.4;

/** The size of the first page, in millimetres. */
function sizeOf(pdf: Buffer): readonly [number, number] {
  const [, width, height] = /MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1'))!;
  return [Math.round(Number(width) / MM), Math.round(Number(height) / MM)];
}

describe('gitcast print', () => {
  it.each([
    [0, '0.0 MB'],
    [900, '1 kB'],
    [49_100, '50 kB'],
    [123_000, '0.1 MB'],
  ])('shows %d bytes as %s', (bytes, text) => {
    expect(sizeText(bytes)).toBe(text);
  });

  it('says what is needed where there is no browser, and how to print without one', async () => {
    const ran = await gitcast('print booklet', { cwd: folderWith(FILES), env: { CHROME_PATH: '/nowhere/chrome' } });
    expect(ran.exitCode).toBe(1);
    expect(ran.stderr).toContain('a PDF needs a browser, and CHROME_PATH is /nowhere/chrome, which is not a program');
    expect(ran.stderr).toContain('open the page /print/ of the site in any browser');
  });

  it.each([
    ['print leaflet', 'unknown sheet leaflet for print'],
    ['print booklet --paper a6', '--paper cannot be a6'],
    ['print poster --paper a4', 'only a booklet has a choice of paper, not the poster'],
    ['print signs --paper a5', 'remove --paper'],
    ['print signs --day 2027-06-18', 'only a poster is about one day, not the signs'],
  ])('refuses %s', async (line, message) => {
    const ran = await gitcast(line, { cwd: folderWith(FILES), env });
    expect([ran.exitCode, ran.stderr]).toEqual([1, expect.stringContaining(message)]);
  });
});

describe.runIf(needsBrowser())('gitcast print with a browser', () => {
  it('makes a booklet and a poster of each day in their paper sizes, and replaces only its own files', async () => {
    const cwd = folderWith(FILES);
    const print = async (words: string): Promise<PrintReport> => {
      const ran = await gitcast(`print ${words} --json`, { cwd, env });
      if (ran.exitCode !== 0) throw new Error(ran.stderr);
      return JSON.parse(ran.stdout) as PrintReport;
    };
    const posters = await print('poster');
    expect(posters.files.map(({ file, pages }) => [file, pages])).toEqual([
      ['print/poster-2027-06-18.pdf', 1],
      ['print/poster-2027-06-19.pdf', 1],
    ]);
    expect(sizeOf(readFileSync(join(cwd, posters.files[0]!.file)))).toEqual([297, 420]);
    const { files } = await print('booklet --paper a5');
    expect(sizeOf(readFileSync(join(cwd, files[0]!.file)))).toEqual([148, 210]);
    expect(existsSync(join(cwd, 'dist'))).toBe(false);

    // Ten posters take minutes, so the command reports each of them.
    const reported = await gitcast('print poster --day 2027-06-19', { cwd, env });
    expect(reported.stderr).toContain('printed /print/poster/2027-06-19/ (1 of 1)');
    mkdirSync(join(cwd, 'own'));
    writeFileSync(join(cwd, 'own/signs.pdf'), '%PDF-1.4 of somebody else');
    const refused = await gitcast('print signs --out own', { cwd, env });
    expect(refused.stderr).toContain('own/signs.pdf exists, and gitcast print did not make it');
    expect(readFileSync(join(cwd, 'own/signs.pdf'), 'utf8')).toBe('%PDF-1.4 of somebody else');
    const unknown = await gitcast('print poster --day 2027-06-25', { cwd, env });
    expect(unknown.stderr).toContain('use one of 2027-06-18, 2027-06-19');
  });
});
