import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileSchema } from '../../src/kinds/file-form.ts';
import { fileKinds } from '../../src/kinds/registry.ts';
import { folderWith, gitcast, SOUND, textOf, writeInto } from './in-memory.ts';

const NAMED = fileKinds.filter((kind) => !kind.single);
const BROADCAST = { 'content/broadcast.yaml': SOUND['content/broadcast.yaml'] };

describe('new', () => {
  it('writes a file that explains each line', async () => {
    const cwd = folderWith(SOUND);
    expect(await gitcast('new event friday/late-show', { cwd })).toEqual({
      exitCode: 0,
      stdout: '✓ wrote content/events/friday/late-show.yaml\n',
      stderr: '',
    });
    expect(textOf(cwd, 'content/events/friday/late-show.yaml')).toMatchInlineSnapshot(`
      "# Event: an entry in the agenda, such as a concert, a talk or a ceremony, with its time and place.
      # Run gitcast explain event for details.

      # Title shown to the public
      title: Friday late show

      # When it starts (in Europe/Paris, unless an offset such as +02:00 follows)
      start_time: 2027-06-18T20:30:00

      # When it ends (in Europe/Paris, unless an offset such as +02:00 follows)
      end_time: 2027-06-18T23:00:00

      # Remove the # before a line to use it.

      # The type of event, in your own words
      # category: concert

      # Where it takes place
      # place_id: places/main-stage

      # What it is about
      # description: Two sets, one river.

      # The id of the remote object that this file manages
      # $id: 64b7c0ffee64b7c0ffee0001

      # Never delete the remote object, even if this file is deleted
      # $protect: true

      # The last part of its address on the site
      # $slug: a-name

      # The targets it is for (default: all)
      # $targets:
      #   - local

      # Translations by language, such as fr, de or pt-BR, each with the fields that differ
      # $locales:
      #   fr:
      #     title: Title shown to the public
      #     description: What it is about

      # Former addresses of its page, each as a path such as /2019/opening/ or as the former address of the document
      # $aliases:
      #   - /2019/a-former-path/

      # Cancelled: stays in the programme of the site, marked as cancelled
      # $cancelled: true

      # Full: no places are left, which the site shows
      # $full: true

      # Where to follow it live
      # $stream: https://example.org/

      # Where its recording is: once it has started, the site shows this instead of the stream
      # $recording: https://example.org/

      # Who is on stage, shown on the site alone
      # $hosts:
      #   - hosts/name-of-the-file
      "
    `);
  });

  it('writes an article as Markdown', async () => {
    const cwd = folderWith(SOUND);
    const { stdout } = await gitcast('new article getting-there --json', { cwd });
    expect(JSON.parse(stdout)).toEqual({ file: 'content/articles/getting-there.md' });
    expect(textOf(cwd, 'content/articles/getting-there.md')).toMatch(
      /^---\n[^]*\ntitle: Getting there\n[^]*\n---\n\nWrite/,
    );
  });

  it.each(NAMED.map(({ name }) => name))('writes a valid file, and a second one beside it: %s', async (kind) => {
    const cwd = folderWith(BROADCAST);
    // The type identifies a channel, so there can be only one of each.
    const slugs = kind === 'diffuser' ? ['web', 'ios'] : ['first', 'second', 'folder/first'];
    for (const slug of slugs) expect((await gitcast(`new ${kind} ${slug}`, { cwd })).stderr).toBe('');
    // A description of media is written beside the file.
    if (kind === 'media') writeInto(cwd, Object.fromEntries(slugs.map((slug) => [`content/media/${slug}.jpg`, 'x'])));
    const { stdout } = await gitcast('validate --strict', { cwd });
    expect(stdout.split('\n')[0]).toBe(`✓ ${slugs.length + 1} documents, no problems`);
  });

  it('writes the broadcast, which takes no name', async () => {
    const cwd = folderWith({ 'gitcast.config.yaml': '', 'content/places/stage.yaml': 'name: Stage\n' });
    expect((await gitcast('new broadcast', { cwd })).stdout).toBe('✓ wrote content/broadcast.yaml\n');
    expect((await gitcast('validate --strict', { cwd })).exitCode).toBe(0);
  });

  it.each(fileKinds)('suggests only values that fit the field: $name', async (kind) => {
    const cwd = folderWith({ ...BROADCAST, 'gitcast.config.yaml': '' });
    const { stdout } = await gitcast(`new ${kind.name}${kind.single ? '' : ' thing'} --force --json`, { cwd });
    const { file } = JSON.parse(stdout);
    const used = uncommented(textOf(cwd, file), Object.keys(fileSchema(kind).properties ?? {}));
    const files = {
      ...BROADCAST,
      'gitcast.config.yaml': 'secrets: [NAME_OF_A_VARIABLE]\nsite: { locales: [en, fr, de] }\n',
      [file]: used,
    };
    const { stdout: found } = await gitcast('validate --json', { cwd: folderWith(files) });
    const codes = JSON.parse(found).diagnostics.map(({ code }: { code: string }) => code);
    // Documents and media that it names as examples do not exist here.
    expect(
      codes.filter((code: string) => !['pointer-not-found', 'media-not-found', 'media-alone'].includes(code)),
    ).toEqual([]);
  });

  it.each(['event', 'Event', 'EVENTS', 'events'])('finds a kind by the word %s', async (word) => {
    expect((await gitcast(`new ${word} x --json`, { cwd: folderWith(SOUND) })).stdout).toContain(
      'content/events/x.yaml',
    );
  });

  it.each(['interestPoint', 'interest-points', 'interestpoints', 'Interest_Point'])(
    'finds a kind by the word %s',
    async (word) => {
      expect((await gitcast(`new ${word} x --json`, { cwd: folderWith(SOUND) })).stdout).toContain(
        'content/interest-points/x.yaml',
      );
    },
  );

  it('accepts an address or a file name as a slug', async () => {
    const cwd = folderWith(SOUND);
    expect((await gitcast('new event events/x.yaml --json', { cwd })).stdout).toContain('"content/events/x.yaml"');
  });

  it('understands the words that people use for a kind', async () => {
    const cwd = folderWith(SOUND);
    expect((await gitcast('new talk keynote', { cwd })).stdout).toBe('✓ wrote content/sessions/keynote.yaml\n');
  });

  it('overwrites a file only with --force', async () => {
    const cwd = folderWith(SOUND);
    const { exitCode, stderr } = await gitcast('new event opening-night', { cwd });
    expect([exitCode, stderr]).toEqual([
      1,
      'error: content/events/opening-night.yaml already exists\n help: choose another name, or overwrite it with --force\n',
    ]);
    expect(textOf(cwd, 'content/events/opening-night.yaml')).toBe(SOUND['content/events/opening-night.yaml']);
    expect((await gitcast('new event opening-night --force', { cwd })).exitCode).toBe(0);
    expect(textOf(cwd, 'content/events/opening-night.yaml')).toContain('gitcast explain event');
  });

  it('refuses an article whose address a YAML file already has', async () => {
    const cwd = folderWith({ ...SOUND, 'content/articles/news.yaml': 'title: News\n' });
    expect((await gitcast('new article news', { cwd })).stderr).toContain('content/articles/news.yaml already exists');
  });

  it.each([
    ['new evnt x', 'there is no kind evnt', 'did you mean event?'],
    ['new zebra x', 'there is no kind zebra', 'the kinds are broadcast, event, place,'],
    ['new contact x', 'contacts are not kept in files', 'those that are kept in files are broadcast, event, place,'],
    ['new event', 'new needs SLUG', 'gitcast new event a-name'],
    ['new event Été-2027', 'Été-2027 cannot be an address', 'gitcast new event ete-2027'],
    ['new event ../../x', '../../x cannot be an address', 'gitcast new event x\n'],
    ['new event .hidden', '.hidden cannot be an address', 'gitcast new event hidden'],
    ['new article news.en', 'news.en cannot be an address', 'gitcast new article news-en'],
    ['new broadcast main', 'there is only one broadcast', 'gitcast new broadcast'],
  ])('refuses invalid arguments: gitcast %s', async (words, message, suggestion) => {
    const cwd = folderWith(SOUND);
    const { exitCode, stdout, stderr } = await gitcast(words, { cwd });
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`error: ${message}`);
    expect(stderr).toContain(`help: ${suggestion}`);
    expect(existsSync(join(cwd, '../x.yaml'))).toBe(false);
  });

  it('needs a repository', async () => {
    expect((await gitcast('new event x', { cwd: folderWith() })).stderr).toContain('gitcast init');
  });
});

/** The file with the # removed before every field. */
function uncommented(text: string, names: readonly string[]): string {
  const field = names.join('|').replaceAll('$', String.raw`\$`);
  return text.replaceAll(new RegExp(`^# (?=(?:${field}):|(?: {2})+\\S)`, 'gm'), '');
}
