import { beforeAll, describe, expect, it } from 'vitest';
import { buildFiles, type Built } from './build-harness.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>';
const article = (title: string, text: string, more = 'status: published'): string =>
  `---\ntitle: ${title}\n${more}\n---\n${text}\n`;

const FILES = {
  'articles/guide.md': article(
    'Guide',
    `![Hours](<media/opening hours.svg>) ![Photo](media/photo(1).svg) ![Defined][d] ![Hash](media/no%231.svg)

[Fares](fares.md#adults), [stage](../places/quay.yaml), [programme](/program), [tarifas](/es/program/), [soon](soon.md),
[plan](media/plan%20a.pdf)

Use the <option> flag, then **go on**.

<select><option>lost</option></select>

<!-- hidden --> shown <!-- too

Still *there*.

[d]: media/defined.svg`,
  ),
  'articles/fares.md': article('Fares', '## Adults\n\nSee [the *guide*][g] &amp; <b>pay</b>.\n\n[g]: articles/guide'),
  'articles/soon.md': article('Soon', 'Later.', 'status: draft'),
  'articles/news/first.md': article('First', '[fares](../fares.md) [guide](articles/guide)'),
  'places/quay.yaml':
    'name: Quay\ndescription: "On the **quay**, [see](articles/guide)<br>by &lt;water&gt; ![x](media/in-description.svg)"\n',
  'events/opening.yaml':
    'title: Opening\nstart_time: 2027-06-18T20:30:00+02:00\nend_time: 2027-06-18T23:00:00+02:00\nplace_id: places/quay\ndescription: "<p>Two <b>sets</b>,</p><p>one <i>river</i>.</p>"\n',
  'pages/about.yaml':
    'title: About\nstatus: published\nblocks:\n  - type: paragraph\n    values: [{ text: "## Fares\\n\\n[down](#fares) and [not](#here)" }]\n',
  'campaigns/early.yaml': 'title: Early\ntext: "Until *Sunday*"\nstatus: published\n',
  'media/opening hours.svg': SVG,
  'media/photo(1).svg': SVG,
  'media/defined.svg': SVG,
  'media/no#1.svg': SVG,
  'media/in-description.svg': SVG,
  'media/plan a.pdf': 'x',
};

let built: Built;
beforeAll(async () => {
  built = await buildFiles(FILES);
});
const page = (path: string): string => built.output.get(path)!;

describe('the texts of a built site', () => {
  it('show pictures whose names have spaces, parentheses and hashes, and pictures by reference', () => {
    for (const name of ['opening%20hours', 'photo(1)', 'defined', 'no%231'])
      expect(page('articles/guide/index.html')).toContain(`src="../../media/${name}.svg"`);
    for (const name of ['opening hours', 'photo(1)', 'defined', 'no#1', 'in-description'])
      expect(built.output.has(`media/${name}.svg`)).toBe(true);
    expect(built.output.has('media/plan a.pdf')).toBe(true);
  });

  it('link to documents by address and by file, to pages by path, and not at all to a draft', () => {
    const html = page('articles/guide/index.html');
    for (const link of [
      '<a href="../fares/#adults">Fares</a>',
      '<a href="../../places/quay/">stage</a>',
      '<a href="../../program/">programme</a>',
      '<a href="../../es/program/">tarifas</a>',
      '<a href="../../media/plan%20a.pdf">plan</a>',
    ])
      expect(html).toContain(link);
    expect(html).not.toContain('soon/');
    expect(page('articles/news/first/index.html')).toContain('<a href="../../fares/">fares</a>');
    expect(built.result.diagnostics).toContainEqual(
      expect.objectContaining({
        code: 'hidden-pointer',
        message: 'articles/soon is a draft, so the site shows no link to it',
        at: expect.objectContaining({ file: 'content/articles/guide.md', line: 7, column: 112 }) as unknown,
      }),
    );
  });

  it('link to a heading in the same text, even if the page has several texts', () => {
    const html = page('pages/about/index.html');
    const id = /id="(t\d+-fares)"/.exec(html)?.[1];
    expect(html).toContain(`<a href="#${id}">down</a>`);
  });

  it('keep what follows an unclosed tag, and report each omitted part with its line', () => {
    expect(page('articles/guide/index.html')).toContain('Use the &lt;option&gt; flag, then <strong>go on</strong>.');
    const left = built.result.diagnostics.filter(({ code }) => code === 'text-removed');
    expect(left.map(({ at, message }) => `${at.line}:${at.column} ${message}`)).toEqual([
      '10:9 <option> is shown as text, because it is never closed',
      '12:1 the element select is not on the page, and neither is its content',
      '14:23 <!-- and everything after it are shown as text, because nothing ends the comment',
    ]);
    expect(page('articles/guide/index.html')).toContain('shown &lt;!-- too<p>Still <em>there</em>.</p>');
  });

  it('are plain text in cards, calendars, descriptions and the search index', () => {
    const marks = /\*\*|\]\(|\]\[|&lt;|<b>|&amp;amp;|\*Sunday/;
    expect(page('articles/index.html')).toContain('>See the guide &amp; pay.</p>');
    expect(page('places/index.html')).toContain('>On the quay, see by &lt;water&gt;</p>');
    expect(page('places/quay/index.html')).toContain(
      '<meta name="description" content="On the quay, see by &lt;water&gt;">',
    );
    expect(page('events/opening/index.html')).toMatch(
      /<meta name="description" content="[^"]* Two sets, one river\.">/,
    );
    expect(page('events/opening/calendar.ics')).toContain(String.raw`DESCRIPTION:Two sets\,\none river.`);
    expect(page('feed.xml')).not.toMatch(/\*\*|\]\(|\]\[/);
    const search = JSON.parse(page('search.json')) as readonly { t: string; x?: string }[];
    expect(search.find(({ t }) => t === 'Quay')?.x).toBe('On the quay, see by <water>');
    expect(search.map(({ x }) => x ?? '').join(' ')).not.toMatch(marks);
    expect(page('index.html')).toContain('>Until Sunday</p>');
  });
});

it('the initials in place of a portrait are those of the name, without titles', async () => {
  const names = ['Prof. Dr.-Ing. Ada Lund-Berg', 'Jean-Luc', 'Bo A. Dahl', 'Dr.'];
  const { output } = await buildFiles(
    Object.fromEntries(names.map((name, index) => [`hosts/h-${index}.yaml`, `title: ${name}\nstatus: published\n`])),
  );
  const drawn = names.map(
    (_, index) => output.get(`hosts/h-${index}/index.html`)!.match(/<span>(\S+)<\/span><\/div>/)?.[1],
  );
  expect(drawn).toEqual(['AL', 'JL', 'BD', 'D']);
});
