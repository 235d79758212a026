import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BROKEN, DOUBTFUL, folderWith, gitcast, SOUND, refusal } from './in-memory.ts';

describe('validate', () => {
  it('reports that there are no problems', async () => {
    expect(await gitcast('validate', { cwd: folderWith(SOUND) })).toEqual({
      exitCode: 0,
      stdout: '✓ 3 documents, no problems\n',
      stderr: '',
    });
  });

  it('prints nothing on success with --quiet', async () => {
    expect(await gitcast('validate --quiet', { cwd: folderWith(SOUND) })).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: '',
    });
  });

  it('shows a problem with its position and a suggestion', async () => {
    const { exitCode, stdout } = await gitcast('validate -q', { cwd: folderWith(BROKEN) });
    expect(exitCode).toBe(1);
    expect(stdout).toMatchInlineSnapshot(`
      "content/events/opening-night.yaml 1 error

      error[pointer-not-found]: there is no document places/main-stgae
       --> content/events/opening-night.yaml:4:11
        |
      4 | place_id: places/main-stgae
        |           ^^^^^^^^^^^^^^^^^
        = help: did you mean places/main-stage?

      ✗ 1 error in 3 documents
      "
    `);
  });

  it('reports a missing document once, with every place that points to it', async () => {
    const event = BROKEN['content/events/opening-night.yaml'];
    const cwd = folderWith({
      ...BROKEN,
      'content/events/second-night.yaml': event.replace('title: ', 'title: Second '),
      'content/events/third-night.yaml': event.replace('title: ', 'title: Third '),
    });
    const { stdout } = await gitcast('validate', { cwd });
    expect(stdout).toContain(
      [
        '  = note: the same in 2 other places',
        '    content/events/second-night.yaml:4:11',
        '    content/events/third-night.yaml:4:11',
        '  = help: did you mean places/main-stage?',
        '',
        '✗ 1 error in 5 documents',
      ].join('\n'),
    );
    expect(JSON.parse((await gitcast('validate --json', { cwd })).stdout)).toMatchObject({
      errors: 1,
      diagnostics: [
        {
          file: 'content/events/opening-night.yaml',
          also: [
            { file: 'content/events/second-night.yaml', line: 4, column: 11 },
            { file: 'content/events/third-night.yaml', line: 4, column: 11 },
          ],
        },
      ],
    });
  });

  it('prints one JSON object with --json', async () => {
    const { exitCode, stdout, stderr } = await gitcast('validate --json', { cwd: folderWith(BROKEN) });
    expect([exitCode, stderr]).toEqual([1, '']);
    expect(JSON.parse(stdout)).toEqual({
      documents: 3,
      errors: 1,
      warnings: 0,
      left_out: { drafts: [], scheduled: [], private: [], ended: [] },
      diagnostics: [
        {
          code: 'pointer-not-found',
          severity: 'error',
          message: expect.stringContaining('places/main-stgae'),
          file: 'content/events/opening-night.yaml',
          line: 4,
          column: 11,
          also: [],
          notes: expect.any(Array),
          suggestion: expect.stringContaining('places/main-stage'),
        },
      ],
    });
  });

  it('passes with warnings, and fails on them with --strict', async () => {
    const cwd = folderWith(DOUBTFUL);
    const [passed, failed] = [await gitcast('validate', { cwd }), await gitcast('validate --strict', { cwd })];
    expect([passed.exitCode, failed.exitCode]).toEqual([0, 1]);
    expect(passed.stdout).toMatch(/\n! 1 warning in 4 documents\n {2}left out: 1 draft \(--verbose lists them\)\n$/);
    expect(failed.stdout).toMatch(/\n✗ 1 warning in 4 documents\n/);
  });

  it.each([
    ['an SVG with a script', 'map.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', /script/],
    ['an SVG that is none', 'map.svg', 'not a drawing', /map\.svg is not on the site/],
    ['a page', 'page.html', '<p>Hello</p>', /page\.html is not on the site/],
    ['a photo that is none', 'photo.jpg', 'not a photo', /it is text under the name of a picture/],
  ])('finds media that the build would refuse, also in a draft: %s', async (_, name, text, reason) => {
    const cwd = folderWith({
      ...SOUND,
      [`content/media/${name}`]: text,
      'content/media/unused.html': '<p>Nobody names this</p>',
      'content/articles/a.md': `---\ntitle: A\nstatus: draft\ncover_image_url: media/${name}\n---\nText\n`,
      'content/articles/b.md': `---\ntitle: B\ntitel: B\n---\n![A picture](media/${name})\n`,
    });
    const { stdout, exitCode } = await gitcast('validate --json', { cwd });
    const { diagnostics } = JSON.parse(stdout);
    expect([exitCode, diagnostics.map(({ code, file, line }: Record<string, unknown>) => [code, file, line])]).toEqual([
      1,
      expect.arrayContaining([['media-refused', 'content/articles/a.md', 4]]),
    ]);
    expect(diagnostics.filter(({ code }: { code: string }) => code === 'media-refused')).toHaveLength(1);
    expect(stdout).toMatch(reason);
  });

  it('reports a picture on another host as a notice, and passes', async () => {
    const cwd = folderWith({
      ...SOUND,
      'content/articles/a.md': '---\ntitle: A\ncover_image_url: https://photos.example/a.jpg\n---\nText\n',
    });
    const { stdout, exitCode } = await gitcast('validate --strict', { cwd });
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('1 notice in')]);
    expect(stdout).toMatch(/this file is on photos\.example: the site links to it and does not show it/);
    expect(JSON.parse((await gitcast('validate --json', { cwd })).stdout)).toMatchObject({ errors: 0, warnings: 0 });
  });

  it('shows how many documents visitors do not see, each time, and lists them with --verbose', async () => {
    const cwd = folderWith({
      ...SOUND,
      'content/articles/draft.md': '---\ntitle: A\n---\nText\n',
      'content/articles/later.md': '---\ntitle: B\nstatus: published\npublished_at: 2999-01-01\n---\nText\n',
      'content/pages/press.yaml': 'title: Press\nstatus: published\nisPrivate: true\n',
    });
    // The second check finds no file changed, and the third reads one.
    const summary = '  left out: 1 draft, 1 scheduled, 1 private (--verbose lists them)';
    for (const title of ['C', 'C', 'D']) {
      writeFileSync(join(cwd, 'content/pages/info.yaml'), `title: ${title}\nstatus: published\n`);
      expect((await gitcast('validate', { cwd })).stdout.split('\n')).toContain(summary);
    }
    expect((await gitcast('validate -v', { cwd })).stdout).toContain(
      '  left out: 1 draft: articles/draft\n  left out: 1 scheduled: articles/later\n  left out: 1 private: pages/press\n',
    );
    expect(JSON.parse((await gitcast('validate --json', { cwd })).stdout)).toMatchObject({
      left_out: { drafts: ['articles/draft'], scheduled: ['articles/later'], private: ['pages/press'], ended: [] },
    });
  });

  it('shows what is missing in many places once, with their number, and each place with --verbose', async () => {
    const text = '---\ntitle: A\n---\nDeutsch\n';
    const names = ['a', 'b', 'c', 'd', 'e'];
    const articles = names.flatMap((name) => [
      [`content/articles/${name}.md`, text.replace('A', name)],
      [`content/articles/${name}.de.md`, text.replace('A', name)],
    ]);
    const cwd = folderWith({ ...SOUND, ...Object.fromEntries(articles) });
    const { stdout } = await gitcast('validate', { cwd });
    expect(stdout.match(/warning\[locale-not-shown\]/g)).toHaveLength(1);
    expect(stdout).toContain('the same in 4 other places');
    expect(stdout).toMatch(/b\.de\.md.*c\.de\.md.*d\.de\.md.*and 1 more \(gitcast validate --verbose lists all\)/s);
    expect((await gitcast('validate --verbose', { cwd })).stdout).toMatch(/d\.de\.md.*e\.de\.md/s);
  });

  it('checks everything, and shows only problems in the given files', async () => {
    const cwd = folderWith({
      ...BROKEN,
      ...DOUBTFUL,
      'content/events/opening-night.yaml': BROKEN['content/events/opening-night.yaml'],
    });
    const pages = await gitcast('validate content/pages', { cwd });
    expect([pages.exitCode, pages.stdout.split('\n').at(-2)]).toEqual([
      0,
      '! 1 warning in 4 documents (1 more problem in other files)',
    ]);
    const event = await gitcast('validate --json content/events/opening-night.yaml', { cwd });
    expect([event.exitCode, JSON.parse(event.stdout).diagnostics.length]).toEqual([1, 1]);
    const place = await gitcast(`validate ${join(cwd, 'content/places')}`, { cwd });
    expect([place.exitCode, place.stdout]).toEqual([
      0,
      '✓ 4 documents, no problems (2 more problems in other files)\n',
    ]);
  });

  it('refuses a path that does not exist', async () => {
    const { exitCode, stderr } = await gitcast('validate content/evnts', { cwd: folderWith(SOUND) });
    expect([exitCode, stderr]).toEqual([
      1,
      'error: there is no file or folder content/evnts\n help: pass a path such as content/events, or none to show every problem\n',
    ]);
  });

  it('names files relative to the current folder', async () => {
    const cwd = join(folderWith(BROKEN), 'content/places');
    const { stdout } = await gitcast('validate --json', { cwd });
    expect(JSON.parse(stdout).diagnostics[0].file).toBe('../events/opening-night.yaml');
  });
});

describe('the configuration', () => {
  it('is found in a folder above', async () => {
    const cwd = join(folderWith(SOUND), 'content/events');
    expect((await gitcast('validate', { cwd })).stdout).toBe('✓ 3 documents, no problems\n');
  });

  it('is the one that --config names', async () => {
    const cwd = folderWith({
      ...SOUND,
      'other/festival.yaml': 'content: texts',
      'other/texts/broadcast.yaml': 'name: Other\n',
    });
    const { exitCode, stdout } = await gitcast('validate --config other/festival.yaml', { cwd });
    expect([exitCode, stdout]).toEqual([0, '✓ 1 document, no problems\n']);
  });

  it('is not a program of the user', async () => {
    const { 'gitcast.config.yaml': _, ...content } = SOUND;
    const cwd = folderWith({ ...content, 'gitcast.ts': '', 'gitcast-notes.md': '' });
    expect((await gitcast('validate', { cwd })).exitCode).toBe(0);
  });

  it('is not needed if there is a content folder, and a notice then names the time zone, once', async () => {
    const { 'gitcast.config.yaml': _, ...content } = SOUND;
    const cwd = folderWith(content);
    const stderr = 'notice: there is no gitcast.config.yaml, so times are in UTC\n';
    expect(await gitcast('validate', { cwd })).toMatchObject({ exitCode: 0, stderr });
    expect(await gitcast('build', { cwd })).toMatchObject({ exitCode: 0, stderr });
    for (const words of ['validate --json', 'validate --quiet', 'explain event', 'new place lawn']) {
      expect(await gitcast(words, { cwd }), words).toMatchObject({ exitCode: 0, stderr: '' });
    }
  });

  it.each([
    [
      'nothing is there',
      {},
      '',
      'neither this folder nor one above it has a gitcast.config.yaml',
      'gitcast init creates a repository here',
    ],
    [
      'its ending is wrong',
      { 'gitcast.config.yml': '', 'content/broadcast.yaml': 'name: Harbour festival\n' },
      '',
      'gitcast.config.yml is not read: the configuration is named gitcast.config.yaml',
      'rename it to gitcast.config.yaml',
    ],
    [
      'it is misnamed',
      { 'Gitcast.yaml': '', 'content/broadcast.yaml': 'name: Harbour festival\n' },
      '',
      'Gitcast.yaml is not read',
      'rename it to gitcast.config.yaml',
    ],
    ...['gitcast.confg.yaml', 'git-cast.config.yaml', 'gitcast.configuration.yml', 'gitcast.config.yaml.yaml'].map(
      (name): [string, Record<string, string>, string, string, string] => [
        `it is called ${name}`,
        { [name]: '', 'content/broadcast.yaml': 'name: Harbour festival\n' },
        '',
        `${name} is not read: the configuration is named gitcast.config.yaml`,
        'rename it to gitcast.config.yaml',
      ],
    ),
    [
      'the list of broadcasts of a workspace is misnamed',
      { ...SOUND, 'gitcast.workspace.yml': 'broadcasts: [a]\n' },
      '',
      'gitcast.workspace.yml is not read: the list of broadcasts is named gitcast.workspace.yaml',
      'rename it to gitcast.workspace.yaml',
    ],
    [
      'it is not YAML',
      { '.gitcastrc.json': '', 'content/broadcast.yaml': 'name: Harbour festival\n' },
      '',
      '.gitcastrc.json is not read',
      'write its settings as YAML into gitcast.config.yaml; --config FILE reads a file of any name',
    ],
    [
      '--config names nothing',
      SOUND,
      ' --config nope.yaml',
      'there is no file nope.yaml',
      'pass the path of a configuration file with --config',
    ],
    [
      '--config names a folder',
      SOUND,
      ' --config content',
      'there is no file content',
      'pass the path of a configuration file with --config',
    ],
    [
      'the content is missing',
      { 'gitcast.config.yaml': 'content: texts' },
      '',
      'there is no content folder texts',
      'create it',
    ],
  ])('is required if %s', async (_, files, words, message, suggestion) => {
    const { exitCode, stdout, stderr } = await gitcast(`validate${words}`, { cwd: folderWith(files) });
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`error: ${message}`);
    expect(stderr).toContain(`help: ${suggestion}`);
  });

  it('is reported with file, line and column if it has errors', async () => {
    const cwd = folderWith({
      ...SOUND,
      'gitcast.config.yaml': 'state: gti\nsite:\n  timezone: Europe/Pariss\n  colour: red\n',
    });
    const { exitCode, stdout, stderr } = await gitcast('validate', { cwd });
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatchInlineSnapshot(`
      "gitcast.config.yaml 3 errors

      error[config-value]: \`state\` must be file or git, not \`gti\`
       --> gitcast.config.yaml:1:8
        |
      1 | state: gti
        |        ^^^
        = help: did you mean \`git\`?

      error[config-value]: \`site.timezone\` must be a time zone such as Europe/Paris, not \`Europe/Pariss\`
       --> gitcast.config.yaml:3:13
        |
      3 |   timezone: Europe/Pariss
        |             ^^^^^^^^^^^^^
        = help: did you mean \`Europe/Paris\`?

      error[config-unknown]: \`site\` has no setting \`colour\`
       --> gitcast.config.yaml:4:3
        |
      4 |   colour…
        |   ^^^^^^
        = help: use url, timezone, locales, picture, offline, highlight, redirects, versions, theme, fonts, light or dark

      error: gitcast.config.yaml has 3 problems
      "
    `);
  });

  it('is reported as JSON with --json if it has errors', async () => {
    const cwd = folderWith({ ...SOUND, 'gitcast.config.yaml': 'a: [' });
    const { exitCode, stdout } = await gitcast('validate --json', { cwd });
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout).error).toMatchObject({
      message: 'gitcast.config.yaml has 1 problem',
      diagnostics: [{ code: 'yaml-syntax', file: 'gitcast.config.yaml', line: 1 }],
    });
  });
});

describe('validate with a key in the configuration', () => {
  const key = ['gck', '0example'.repeat(4)].join('_');

  it('warns about a value that looks like a key, and does not print it', async () => {
    const config = `${SOUND['gitcast.config.yaml']}# the key is ${key}\n`;
    const { exitCode, stdout } = await gitcast('validate --json', {
      cwd: folderWith({ ...SOUND, 'gitcast.config.yaml': config }),
    });
    expect([exitCode, JSON.parse(stdout).diagnostics]).toMatchObject([
      0,
      [{ code: 'looks-like-secret', file: 'gitcast.config.yaml', line: 2, column: 14 }],
    ]);
    expect(stdout).not.toContain(key.slice(0, 5));
  });

  it('refuses a key in place of a variable name, and does not print it', async () => {
    const target = `targets: { live: { baseUrl: "https://a.example", key: hunter2-and-more } }\n`;
    const stderr = await refusal('validate', {
      cwd: folderWith({ ...SOUND, 'gitcast.config.yaml': target }),
    });
    expect(stderr).toContain('{ $env: GITCAST_KEY }');
    expect(stderr).not.toContain('hunter2');
  });
});
