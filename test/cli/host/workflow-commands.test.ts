import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { disarmed, disarmedJson } from '../../../src/cli/ci/workflow-commands.ts';
import { openStage } from '../../sync/stage.ts';
import { commandsIn } from './runner.ts';
import { runs } from '../../seed.ts';

const EVIL = '::add-mask::harbour';
const OLD = '##[add-mask]harbour';

/** Text made of the parts of commands. */
const hostile = fc
  .array(
    fc.constantFrom(
      '::',
      ':',
      'add-mask',
      ' file=x',
      '##[',
      '##',
      '#',
      '[',
      ']',
      '\n',
      '\r',
      ' ',
      '\t',
      '\u00A0',
      '\u200B',
      'é',
      '"',
      '\\',
    ),
    {
      maxLength: 24,
    },
  )
  .map((parts) => parts.join(''));

/** JSON.parse of Node 24 to 26 misreads a key that is one escaped character (nodejs/node#63785), and this test relies on it. */
const key = hostile.filter((text) => text.length !== 1 || JSON.stringify(text).length === 3);

describe('output on a runner that interprets lines as commands', () => {
  it('contains no command, for any text', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(commandsIn(disarmed(text))).toEqual([]);
      }),
      { numRuns: runs({ test: 1000, proof: 3000 }) },
    );
  });

  it('is the same text except for the command', () => {
    const sound = 'a :: b\n  12 | title: x::y\n#1 ## heading\n# [link]';
    expect(disarmed(sound)).toBe(sound);
    expect(disarmed(`${EVIL}\n  ${OLD}`)).toBe(': :add-mask::harbour\n  # #[add-mask]harbour');
  });

  it('has the same meaning as JSON', () => {
    fc.assert(
      fc.property(fc.dictionary(key, hostile), (value) => {
        const text = disarmedJson(JSON.stringify(value, null, 2));
        expect(commandsIn(text)).toEqual([]);
        expect(JSON.parse(text)).toEqual(value);
      }),
      { numRuns: runs({ test: 300, proof: 1000 }) },
    );
  });
});

const ACTIONS = { GITHUB_ACTIONS: 'true' };

/** Content of an attacker with commands for the runner. */
const PROPOSED = {
  'broadcast.yaml': `name: Harbour festival\nmetadata: { "${EVIL}": 1, "x\\n${EVIL}": "y\\r${EVIL}", "${OLD}": "${OLD}" }\n`,
  'places/main-stage.yaml': `name: "\\n${EVIL}"\ndescription: "\\r\\n${EVIL}\\n${OLD}"\n`,
  'articles/news.md': `---\ntitle: "${OLD}"\nstatus: published\n---\n${EVIL}\n\n${OLD}\n`,
};

describe('a pull request whose content contains commands for the runner', () => {
  it.each([
    ['validate'],
    ['validate --json'],
    ['plan'],
    ['plan --markdown'],
    ['plan --json'],
    ['plan --offline'],
    ['plan --offline --markdown'],
    ['sync --yes'],
    ['sync --yes --json'],
    ['status'],
    ['state show'],
    ['build'],
    ['doctor'],
  ])('cannot run them through the output of gitcast %s', async (words) => {
    const stage = await openStage({ files: PROPOSED });
    stage.env = { ...stage.env, ...ACTIONS };
    const { stdout, stderr } = await stage.gitcast(...words.split(' '));
    expect(commandsIn(stdout)).toEqual([]);
    expect(commandsIn(stderr).filter(({ name }) => name !== 'warning')).toEqual([]);
    expect(stdout + stderr).not.toBe('');
  });

  it('could run them without the protection, so the test above can fail', async () => {
    const stage = await openStage({ files: PROPOSED });
    const { stdout } = await stage.gitcast('plan');
    expect(commandsIn(stdout).map(({ name }) => name)).toContain('add-mask');
  });

  it('cannot run them through an edit on the target that is pulled or shown', async () => {
    const stage = await openStage({
      files: {
        ...PROPOSED,
        'events/a.yaml': 'title: A\nstart_time: 2027-06-18T20:30:00+02:00\nend_time: 2027-06-18T23:00:00+02:00\n',
      },
    });
    await stage.sync();
    await stage.call('PUT', `/events/${stage.only('event').id}`, {
      title: `\n${EVIL}${OLD}`,
      description: `${EVIL}\n${OLD}`,
    });
    stage.env = { ...stage.env, ...ACTIONS };
    for (const words of ['plan', 'plan --markdown', 'pull --dry-run', 'pull', 'status']) {
      const { stdout, stderr } = await stage.gitcast(...words.split(' '));
      expect(commandsIn(stdout + stderr)).toEqual([]);
    }
  });

  it('cannot run them through an error message', async () => {
    const stage = await openStage({
      files: { ...PROPOSED, 'events/a.yaml': `"${EVIL}": 1\n"\\n${OLD}": 2\ntitle: |\n  x\n ${EVIL}\n` },
    });
    stage.env = { ...stage.env, ...ACTIONS };
    const { stdout, stderr, exitCode } = await stage.gitcast('plan');
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(new Set(commandsIn(stderr).map(({ name }) => name))).toEqual(new Set(['error']));
    for (const { line } of commandsIn(stderr)) expect(line).toMatch(/^::error file=content\/events\/a\.yaml,line=\d+,/);
  });
});
