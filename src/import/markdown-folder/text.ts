/**
 * The text of a page, in which everything stays as it is but for three things: destinations of links, the few tags of
 * generators that have one certain meaning in Markdown, and attributes that only the generator understands. Other tags
 * are kept as text and reported by name.
 */
import { withDestinations, writeDestination } from '../../markdown/links.ts';
import { plainText, readText } from '../../markdown/reading.ts';
import { valueAt } from '../../values/json.ts';
import type { Site } from './page.ts';

export interface TextSurroundings {
  readonly site: Site;
  readonly isMdx: boolean;
  /** The URL for what a text refers to, if it is imported too. */
  readonly urlOf: (reference: string, use: 'link' | 'image') => string | undefined;
  /** Called for each tag that is kept as text. */
  readonly onTag: (name: string) => void;
  /** Called for each part that is left out. */
  readonly onLost: (name: string) => void;
}

export function convertText(text: string, surroundings: TextSurroundings): string {
  const { site, isMdx, urlOf, onLost, onTag } = surroundings;
  const withoutTags = outsideOfRaw(text, site, (part) =>
    exceptCode(part, ANY_CODE, (words) => words.replace(TAG, (...found) => convertTag(found, surroundings))),
  );
  const plain = exceptCode(withoutTags, FENCED_CODE, (part) => {
    const converted = part.includes('{') ? withoutAttributes(part, onLost) : part;
    return isMdx ? withoutImports(converted, onLost, onTag) : converted;
  });
  const whole = isMdx ? plain.replace(/^\n+/, '') : plain;
  const ids = headingIds(withoutTags, whole);
  return withDestinations(whole, ({ url, use, form }) => {
    const found = url.startsWith('#') ? ids.get(url) : urlOf(url, use);
    return found === undefined ? undefined : writeDestination(found, form);
  });
}

/** Links to headings of the same text, by the ids that generators give them: their own, or the words joined by hyphens. */
function headingIds(before: string, after: string): ReadonlyMap<string, string> {
  if (!after.includes('](#')) return new Map();
  const written: string[] = [];
  exceptCode(before, FENCED_CODE, (part) => {
    written.push(...[...part.matchAll(/^ {0,3}#{1,6}[ \t]+([^\n]+?)[ \t]*#*$/gm)].map(([, words]) => words!));
    return part;
  });
  const { headings } = readText(after);
  // Headings in other notations: which is which is not certain.
  if (headings.length !== written.length) return new Map();
  const own = written.map((words) => /\{:?[ \t]*#([^\s{}]+)[^{}]*\}$/.exec(words)?.[1] ?? hyphenated(words));
  return new Map(own.map((id, index) => [`#${id}`, `#${headings[index]!}`]));
}

const hyphenated = (words: string): string =>
  plainText(words)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');

/** `## Title {#id}`, and `{: .note}` on a line of its own or after a link. */
const ATTRIBUTES =
  /^(#{1,6} [^\n]*?)[ \t]*\{[#.:][^{}\n]*\}[ \t]*$|^[ \t]*\{:[^{}\n]*\}[ \t]*\n?|([)\]*_])\{:[^{}\n]*\}/gm;

const withoutAttributes = (text: string, onLost: (name: string) => void): string =>
  text.replace(ATTRIBUTES, (_, heading = '', mark = '') => {
    onLost('attributes of a heading or paragraph');
    return heading + mark;
  });

/** A component of MDX is a name in upper case; an import is nothing to read. */
function withoutImports(text: string, onLost: (name: string) => void, onTag: (name: string) => void): string {
  for (const [, name] of text.matchAll(/<([A-Z][\w.]*)/g)) onTag(`<${name}>`);
  return text.replace(/^import\s[^\n]*?from\s*["'][^"'\n]*["'];?[ \t]*\n?/gm, () => {
    onLost('import of an MDX file');
    return '';
  });
}

const HUGO = String.raw`\{\{([<%])\s*(\/?\s*[\w./-]+)([^]{0,2000}?)[>%]\}\}`;
const BLOCK = String.raw`\{%-?\s*([\w-]+)([^]{0,2000}?)-?%\}`;
const OUTPUT = String.raw`\{\{-?\s*([^{}<%][^{}]{0,1000}?)\s*-?\}\}`;
const TAG = new RegExp(`${HUGO}|${BLOCK}|${OUTPUT}`, 'g');

function convertTag(found: readonly unknown[], { site, urlOf, onTag }: TextSurroundings): string {
  const [whole, mark, shortcode, parameters, block, words, output] = found as (string | undefined)[];
  // A function has a name; the many other expressions are reported as one.
  const name = (shortcode ?? block ?? /^\w+(?=\()/.exec(output!)?.[0] ?? '…').replace(/\s/g, '');
  const rest = (parameters ?? words ?? output)!;
  const converted = output === undefined ? convertNamed(name, rest, { urlOf }) : convertOutput(output, { site, urlOf });
  if (converted !== undefined) return converted;
  if (!/^(?:\/|end)/.test(name))
    onTag(mark ? `{{${mark} ${name} ${mark === '<' ? '>' : '%'}}}` : block ? `{% ${name} %}` : `{{ ${name} }}`);
  return whole!;
}

type Resolving = Pick<TextSurroundings, 'urlOf'>;

/** The tags of Hugo and Jekyll whose meaning is certain. */
function convertNamed(name: string, rest: string, { urlOf }: Resolving): string | undefined {
  const [first = ''] = valuesIn(rest);
  switch (name) {
    case 'ref':
    case 'relref':
    case 'link':
    case 'post_url':
      return first.startsWith('#') ? first : urlOf(parameter(rest, 'path') ?? first, 'link');
    case 'figure': {
      const source = parameter(rest, 'src');
      const caption = parameter(rest, 'caption') ?? parameter(rest, 'title') ?? '';
      const picture = `![${(parameter(rest, 'alt') ?? caption).replace(/[[\]\n]/g, ' ')}](${writeDestination(source ?? '', 'bare')})`;
      return source === undefined ? undefined : caption === '' ? picture : `${picture}\n\n*${caption.trim()}*\n`;
    }
    case 'youtube':
      return `<https://www.youtube.com/watch?v=${encodeURIComponent(parameter(rest, 'id') ?? first)}>`;
    case 'vimeo':
      return `<https://vimeo.com/${encodeURIComponent(parameter(rest, 'id') ?? first)}>`;
    case 'highlight':
      return `\`\`\`${first}\n`;
    case '/highlight':
    case 'endhighlight':
      return '```';
    default:
      return undefined;
  }
}

/** Texts and settings of the website that Liquid, Nunjucks and Tera print. */
function convertOutput(output: string, { site, urlOf }: Pick<TextSurroundings, 'site' | 'urlOf'>): string | undefined {
  const literal = /^(["'])([^"']*)\1\s*\|\s*(?:relative_url|absolute_url|url)$/.exec(output)?.[2];
  if (literal !== undefined) return site.base + literal;
  const path = /^get_url\(.*?path\s*=\s*["']([^"']+)/.exec(output)?.[1];
  if (path !== undefined) return urlOf(path, 'link') ?? path;
  if (output === 'site.baseurl') return site.base;
  if (/^(?:site\.url|config\.base_url)$/.test(output))
    return site.url?.replace(site.base === '' ? /\/$/ : `${site.base}/`, '') ?? '';
  const setting = /^site\.([\w.-]+)$/.exec(output)?.[1];
  const value = setting === undefined ? undefined : valueAt(site.config, setting.split('.'));
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  const video = /^youtube\(.*?id\s*=\s*["']([\w-]+)/.exec(output)?.[1];
  return video === undefined ? undefined : `<https://www.youtube.com/watch?v=${video}>`;
}

const parameter = (rest: string, name: string): string | undefined => {
  const found = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|\`([^\`]*)\`|([^\\s"'>]+))`).exec(rest);
  return found?.slice(1).find((each) => each !== undefined);
};

const valuesIn = (rest: string): readonly string[] =>
  [...rest.matchAll(/"([^"]*)"|'([^']*)'|`([^`]*)`|([^\s"'`]+)/g)].map((found) =>
    found.slice(1).find((each) => each !== undefined)!,
  );

const RAW = /\{%-?\s*raw\s*-?%\}([^]*?)\{%-?\s*endraw\s*-?%\}/g;

/** What Liquid is told not to read stays as it is. */
function outsideOfRaw(text: string, { generator }: Site, convert: (part: string) => string): string {
  if (generator && !generator.hasTemplates) return convert(text);
  let result = '';
  let copied = 0;
  for (const raw of text.matchAll(RAW)) {
    result += convert(text.slice(copied, raw.index)) + raw[1]!;
    copied = raw.index + raw[0].length;
  }
  return result + convert(text.slice(copied));
}

const FENCED_CODE = /^[ \t>]*(`{3,}|~{3,})[^`\n]*$/gm;
const ANY_CODE = /^[ \t>]*(`{3,}|~{3,})[^`\n]*$|(`+)/gm;

function exceptCode(text: string, openings: RegExp, convert: (part: string) => string): string {
  let result = '';
  let copied = 0;
  const opening = new RegExp(openings);
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const [whole, fence, run] = found;
    const closing = fence
      ? new RegExp(`^[ \\t>]*\\${fence[0]}{${fence.length},}[ \\t]*$`, 'gm')
      : new RegExp(`(?<!\`)\`{${run!.length}}(?!\`)|\\n[ \\t]*\\n`, 'g');
    closing.lastIndex = found.index + whole.length;
    const end = closing.exec(text);
    // A mark without another one in its paragraph is an ordinary character.
    if (!fence && (!end || end[0].startsWith('\n'))) continue;
    opening.lastIndex = end ? closing.lastIndex : text.length;
    result += convert(text.slice(copied, found.index)) + text.slice(found.index, opening.lastIndex);
    copied = opening.lastIndex;
  }
  return result + convert(text.slice(copied));
}
