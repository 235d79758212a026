/** A table from its first import to the next one, with the command. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, gitcast, SOUND, textOf, writeInto } from '../cli/in-memory.ts';
import { readers } from '../../src/import/readers.ts';

const FILMS = 'film;jour;heure;salle\nKarma;19/06/2027;20h30;Salle 1\nDigger;05/07/2027;18h;Main stage\n';

describe('gitcast import of a table', () => {
  it('writes a mapping that must be completed, and uses it once it is', async () => {
    const cwd = folderWith({ ...SOUND, 'films.csv': FILMS });
    const refused = await gitcast('import films.csv', { cwd });
    expect(refused.stderr).toContain('complete imports/films.yaml, which was written, and run the command again');
    const unfinished = await gitcast('import films.csv', { cwd });
    expect(unfinished.stderr).toContain('`records[0].fields.end_time` is missing');

    const mapping = textOf(cwd, 'imports/films.yaml').replace(/end_time: #.*/, 'end_time: { duration: { value: 90 } }');
    writeInto(cwd, { 'imports/films.yaml': mapping });
    expect((await gitcast('import films.csv', { cwd })).exitCode).toBe(0);
    expect(textOf(cwd, 'content/events/karma.yaml')).toBe(
      'title: Karma\nstart_time: 2027-06-19T20:30:00+02:00\nend_time: 2027-06-19T22:00:00+02:00\nplace_id: places/salle-1\n',
    );
    expect(textOf(cwd, 'content/events/digger.yaml')).toContain('place_id: places/main-stage\n');
    expect(await gitcast('validate', { cwd })).toMatchObject({ exitCode: 0 });
    expect((await gitcast('import films.csv', { cwd })).stdout).not.toContain('content/');
  });

  it('writes no mapping in a dry run', async () => {
    const cwd = folderWith({ ...SOUND, 'films.csv': FILMS });
    const { stderr } = await gitcast('import films.csv --dry-run', { cwd });
    expect(stderr).toContain('complete this mapping and pass it with --map FILE:\n\n#');
    expect(stderr).toMatch(/^ +end_time: # a column, or/m);
    expect(existsSync(join(cwd, 'imports'))).toBe(false);
  });
});

describe('gitcast init --from a table', () => {
  it('shows and writes the mapping that must be completed, and begins with it once it is', async () => {
    const cwd = folderWith({ 'films.csv': FILMS });
    const words = 'init fest --from films.csv --timezone Europe/Paris --ci none';
    const refused = await gitcast(words, { cwd });
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toContain('complete fest/imports/films.yaml, which was written, and run the command again');
    const written = textOf(cwd, 'fest/imports/films.yaml');
    expect(refused.stderr).toContain(written.trim());
    expect(readdirSync(join(cwd, 'fest'))).toEqual(['imports']);

    const mapping = written.replace(/end_time: #.*/, 'end_time: { duration: { value: 90 } }');
    writeInto(cwd, { 'fest/imports/films.yaml': mapping });
    expect(await gitcast(words, { cwd })).toMatchObject({ stderr: '', exitCode: 0 });
    expect(textOf(cwd, 'fest/content/events/karma.yaml')).toContain('end_time: 2027-06-19T22:00:00+02:00\n');
    expect(await gitcast('validate', { cwd: join(cwd, 'fest') })).toMatchObject({ exitCode: 0 });
    expect((await gitcast('import films', { cwd: join(cwd, 'fest') })).stdout).toContain('Nothing new in the source');
  });
});

describe('times with an offset', () => {
  const at = (offset: string) =>
    `title,start,end\nKarma,2027-06-18T10:30:00${offset},2027-06-18T12:00:00${offset}\nLate,2027-12-18T10:30:00Z,2027-12-18T12:00:00Z\n`;

  it('stop `init --from` if its time zone does not have them, until one is given', async () => {
    const cwd = folderWith({ 'films.csv': at('-07:00') });
    const refused = await gitcast('init fest --from films.csv --ci none', { cwd });
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toMatch(
      /the source has 2 times with another offset than UTC, the time zone of the site, has then, such as 2027-06-18T10:30:00-07:00 \(\S+films\.csv:2\)/,
    );
    expect(refused.stderr).toContain('pass the time zone of the event with --timezone Europe/Paris');
    expect(existsSync(join(cwd, 'fest'))).toBe(false);
    const begun = await gitcast('init fest --from films.csv --timezone America/Los_Angeles --ci none', { cwd });
    expect(begun).toMatchObject({ stderr: '', exitCode: 0 });
    expect(begun.stdout).not.toContain('another offset');
  });

  it('are reported by an import where the site has another one', async () => {
    const cwd = folderWith({ ...SOUND, 'films.csv': at('-07:00'), 'own.csv': at('+02:00') });
    expect((await gitcast('import films.csv', { cwd })).stdout).toContain(
      '2 times with another offset than Europe/Paris, the time zone of the site, has then, such as 2027-06-18T10:30:00-07:00 (films.csv:2)',
    );
    expect((await gitcast('import own.csv', { cwd })).stdout).not.toContain('another offset');
  });

  it('are needed by `init --from` or a time zone is, also for dates alone', async () => {
    const cwd = folderWith({ 'pages/a.md': '---\ndate: 2027-05-02\n---\nText\n' });
    expect((await gitcast('init fest --from pages --ci none', { cwd })).stderr).toContain('--timezone Europe/Paris');
    await gitcast('init fest --from pages --timezone America/New_York --ci none', { cwd });
    expect(textOf(cwd, 'fest/content/articles/a.md')).toContain('published_at: 2027-05-02T00:00:00-04:00');
  });
});

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/moving-in.md'), 'utf8');

it('the guide to moving in has a row for every source, in the order in which they are recognised', () => {
  const rows = [...guide.matchAll(/^\| (?<source>[^|]+) \| `(?<format>[a-z]+)` \|/gm)].map(({ groups }) => groups!);
  expect(rows.map(({ format }) => format)).toEqual(readers.map(({ name }) => name));
  for (const [index, { title }] of readers.entries()) expect(rows[index]!['source']).toContain(title);
});
