/**
 * Articles of about 3 kB with headings, lists, code, a table and links, the same for every site generator. The text of an
 * article depends only on its number.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Article {
  readonly slug: string;
  readonly title: string;
  readonly date: string;
  readonly tags: readonly string[];
  readonly status: string;
  readonly body: string;
}

const WORDS =
  'time year people way day man thing woman life child world school state family student group country problem hand part place case week company system program question work government number night point home water room mother area money story fact month lot right study book eye job word business issue side kind head house service friend father power hour game line end member law car city community name president team minute idea body information back parent face others level office door health person art war history party result change morning reason research girl guy moment air teacher force education render publish content issue label comment release branch commit page template layout theme feed index cache build sync token remote local draft preview'.split(
    ' ',
  );
const TAGS =
  'node typescript git release-notes performance security how-to opinion docs community design testing'.split(' ');
const STATUSES = ['published', 'published', 'published', 'published', 'updated'];

/** Numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1);
const five = (number: number): string => String(number).padStart(5, '0');

export function article(index: number): Article {
  const random = randomFrom(index * 7919 + 17);
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = (list: readonly string[]): string => list[below(list.length)]!;
  const word = (): string => pick(WORDS);
  const words = (count: number): string => Array.from({ length: count }, word).join(' ');

  /** The ranges are shares: three of a hundred words are bold. */
  const piece = (): string => {
    const [share, first] = [random(), word()];
    if (share < 0.03) return `**${first} ${word()}**`;
    if (share < 0.06) return `*${first}*`;
    if (share < 0.085) return `\`${first}()\``;
    if (share < 0.105) return `[${first} ${word()}](https://example.com/${first}/${below(1000)}?a=1&b=2)`;
    if (share < 0.11) return `[${first}](/articles/post-${five(below(1000))}/ "${capital(first)} link")`;
    if (share < 0.12) return `${first} & "${word()}"`;
    return first;
  };
  const sentence = (length: number): string => {
    const pieces = Array.from({ length }, (_, at) => {
      const text = piece();
      return random() < 0.07 && at < length - 1 ? `${text},` : text;
    });
    return `${capital(pieces.join(' '))}.`;
  };
  const lines = (count: number, line: (at: number) => string): readonly string[] =>
    Array.from({ length: count }, (_, at) => line(at));

  const title = `${capital(words(4))}: ${words(2)} & more #${index}`;
  const date = new Date(Date.UTC(2015, 0, 1) + ((index * 7) % 4000) * 86_400_000 + (index % 24) * 3_600_000);
  const tags = [...new Set([pick(TAGS), pick(TAGS), pick(TAGS)])];
  const status = pick(STATUSES);
  const body = [
    `${sentence(45)}\n`,
    `## ${capital(words(4))}\n`,
    `${sentence(54)}\n`,
    ...lines(5, () => `- ${sentence(9)}`),
    `\n### ${capital(words(3))}\n`,
    `${sentence(46)}\n`,
    '```js',
    `import { ${word()} } from 'node:${word()}';`,
    `export async function ${word()}(a, b) {`,
    `  if (a < b && b > 10) return "<${word()}>";`,
    `  for (const x of [1, 2, 3]) await ${word()}(x, a ?? b);`,
    `  return { ${word()}: a, ${word()}: b };`,
    '}\n```\n',
    `## ${capital(words(3))}\n`,
    `> ${sentence(20)}\n`,
    `| ${capital(word())} | ${capital(word())} | ${capital(word())} |`,
    '| --- | :---: | ---: |',
    ...lines(5, () => `| ${words(2)} | \`${word()}\` | ${below(9999)} |`),
    `\n${sentence(48)}\n`,
    ...lines(4, (at) => `${at + 1}. ${sentence(8)}`),
    `\n![${words(3)}](/img/${word()}.png)\n`,
    `${sentence(38)}\n`,
  ].join('\n');
  return { slug: `post-${five(index)}`, title, date: date.toISOString(), tags, status, body };
}

export interface Articles {
  readonly folder: string;
  readonly count: number;
  readonly textOf: (article: Article) => string;
}

export function writeArticles({ folder, count, textOf }: Articles): void {
  mkdirSync(folder, { recursive: true });
  for (let index = 0; index < count; index++) {
    const each = article(index);
    writeFileSync(join(folder, `${each.slug}.md`), textOf(each));
  }
}
