import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { ImportingRepository, type ImportedObject } from './imported.ts';
import type { JsonObject } from '../../src/values/json.ts';

const article = (id: string, content: string, title = id): ImportedObject => ({
  kind: 'article',
  id: `article:${id}`,
  fields: { title, status: 'published', published_at: '2027-05-02T09:00:00+02:00', content },
});

/** It has the title and the date of the one that is there, so only that one gets a file. */
const TWICE = [article('there', 'Text.', 'Twice'), article('lost', 'Other text.', 'Twice')];

const bodyAfter = async (content: string) => {
  const repository = new ImportingRepository();
  const { skipped } = await repository.import([...TWICE, article('links', content)], ['article']);
  const body = repository.files.get('articles/links.md')!.split('---\n')[2];
  return { repository, body, skipped: skipped.filter(({ address }) => address === 'articles/links') };
};

describe('a link to an entry of the source that was left out', () => {
  it.each([
    ['[its *own* words](import:/article/lost)', 'its *own* words'],
    ['[words](<import:/article/lost> "A title")', 'words'],
    ['[a [b] c](import:/article/lost#part)', 'a [b] c'],
    ['[in parentheses](import:/article/a(b)c)', 'in parentheses'],
    ['[![a picture](https://example.org/p.jpg)](import:/article/lost)', '![a picture](https://example.org/p.jpg)'],
    ['![alt](import:/media/none.jpg)', 'alt'],
    ['> a quote with [words\n> on two lines](import:/article/lost)', '> a quote with words\n> on two lines'],
    ['- an entry with [words](import:/article/lost)', '- an entry with words'],
    ['<a class="x" href="import:/article/lost">words</a>', '<a class="x">words</a>'],
    ['[words][1], [1][] and [1]\n\n[1]: import:/article/lost "A title"', 'words, 1 and 1'],
  ])('becomes its text: %s', async (written, expected) => {
    const { body, skipped } = await bodyAfter(`See ${written}.\n`.replace('See > ', '> ').replace('See - ', '- '));
    expect(body!.replace(/^See /, '').trim().replace(/\.$/, '')).toBe(expected);
    expect(skipped).toMatchObject([{ fields: ['content'], reason: expect.stringMatching(/became text$/) }]);
  });

  it('is counted, keeps the other links, and is no change for the next import', async () => {
    const text = 'See [one](import:/article/lost), [two](import:/article/lost) and [this](import:/article/there).\n';
    const { repository, body, skipped } = await bodyAfter(text);
    expect(body).toBe('See one, two and [this](articles/twice).\n');
    expect(skipped).toEqual([
      {
        address: 'articles/links',
        file: 'content/articles/links.md',
        fields: ['content'],
        reason: '2 links to entries that were left out became text',
      },
    ]);
    const objects = [...TWICE, article('links', text)];
    const again = await repository.import(objects, ['article']);
    expect([again.edits, again.conflicts]).toEqual([[], []]);
    const other = await repository.import([...TWICE, article('links', `${text}\nMore.\n`)], ['article']);
    expect(other.skipped).toContainEqual(skipped[0]);
    expect(repository.files.get('articles/links.md')).toMatch(
      /See one, two and \[this\]\(articles\/twice\)\.\n\nMore\.\n$/,
    );
  });

  it('is left alone in code, and where it is only text', async () => {
    const text = 'The scheme `import:/article/lost` and import:/article/lost are text.\n';
    expect(await bodyAfter(text)).toMatchObject({ body: text, skipped: [] });
  });
});

const event = (facts: JsonObject) => ({
  kind: 'event' as const,
  id: 'opening@harbour.example',
  fields: {
    title: 'Opening',
    start_time: '2027-06-18T20:30:00+02:00',
    end_time: '2027-06-18T23:00:00+02:00',
    ...facts,
  },
});

const FILE = 'events/opening.yaml';

describe('facts that a source knows and a service does not', () => {
  const begun = async (facts: JsonObject) => {
    const repository = new ImportingRepository();
    const importing = (next: JsonObject) => repository.import([event(next)], ['event']);
    const file = (): JsonObject => parse(repository.files.get(FILE)!) as JsonObject;
    await importing(facts);
    return { importing, file, edit: (fields: JsonObject) => repository.files.set(FILE, stringify(fields)) };
  };

  it('arrive as local keys, change and disappear as fields do', async () => {
    const { importing, file } = await begun({ $stream: 'https://live.example/a' });
    expect(file()).toMatchObject({ title: 'Opening', $stream: 'https://live.example/a' });
    await importing({ $stream: 'https://live.example/b', $cancelled: true });
    expect(file()).toMatchObject({ $stream: 'https://live.example/b', $cancelled: true });
    await importing({});
    expect(Object.keys(file())).toStrictEqual(['title', 'start_time', 'end_time']);
  });

  it('stay as they were corrected in the file, and conflict if both sides changed them', async () => {
    const { importing, file, edit } = await begun({ $stream: 'https://live.example/a' });
    edit({ ...file(), $stream: 'https://own.example/', $full: true });
    expect((await importing({ $stream: 'https://live.example/a' })).edits).toStrictEqual([]);
    expect(file()).toMatchObject({ $stream: 'https://own.example/', $full: true });
    const { conflicts } = await importing({ $stream: 'https://live.example/b' });
    expect(conflicts).toMatchObject([{ address: 'events/opening', fields: ['$stream'] }]);
    expect(file()).toMatchObject({ $stream: 'https://own.example/', $full: true });
  });

  it('never include keys about the file', async () => {
    const { file } = await begun({ $protect: true, $slug: 'elsewhere', $targets: ['production'] });
    expect(Object.keys(file())).toStrictEqual(['title', 'start_time', 'end_time']);
  });
});
