/** Eleventy from npm. Its layouts are JavaScript and no template language runs over the articles, which is its fastest way. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeArticles } from '../corpora/articles.ts';
import { install } from './install.ts';
import { FOOTER, MENU, plainText, type Peer } from './peer.ts';

const FOLDER = join(import.meta.dirname, 'eleventy');
export const PACKAGES = join(FOLDER, 'node_modules');
const OWN = join(PACKAGES, '@11ty');
const HIGHLIGHTER = pathToFileURL(join(OWN, 'eleventy-plugin-syntaxhighlight/.eleventy.js')).href;

const settings = (
  hasHighlighting: boolean,
): string => `${hasHighlighting ? `import highlighter from '${HIGHLIGHTER}';\n` : ''}
export default (eleventy) => {
  ${hasHighlighting ? 'eleventy.addPlugin(highlighter);' : ''}
  return { dir: { input: 'content', includes: '../includes' }, markdownTemplateEngine: false };
};
`;

const SHARED = `
const NAMES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escaped = (text) => text.replace(/[&<>"]/g, (character) => NAMES[character]);
export const day = (date) => date.toISOString().slice(0, 10);
export const frame = (title, main) => \`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>\${escaped(title)} | Bench</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/style.css"></head>
<body><nav><ul>${MENU.map(([name, url]) => `<li><a href="${url}">${name}</a></li>`).join('')}</ul></nav><main>\${main}</main>${FOOTER}</body></html>\`;
`;
const ARTICLE = `import { day, escaped, frame } from './shared.js';
export default ({ title, page, status, tags, content }) => frame(title, \`<article><h1>\${escaped(title)}</h1><p><time datetime="\${day(page.date)}">\${day(page.date)}</time> <span>\${status}</span></p><ul class="tags">\${tags.map((tag) => \`<li><a href="/tags/\${tag}/">\${tag}</a></li>\`).join('')}</ul>\${content}</article>\`);
`;
const HOME = `import { day, escaped, frame } from '../includes/shared.js';
export const data = { permalink: '/index.html', eleventyExcludeFromCollections: true };
export const render = ({ collections }) => frame('Bench', \`<h1>Bench</h1><ul>\${collections.all.toReversed().map(({ url, date, data }) => \`<li><a href="\${url}">\${escaped(data.title)}</a> <time>\${day(date)}</time></li>\\n\`).join('')}</ul>\`);
`;
const FEED = `import { escaped } from '../includes/shared.js';
export const data = { permalink: '/index.xml', eleventyExcludeFromCollections: true };
export const render = ({ collections }) => \`<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>Bench</title>\${collections.all.slice(-20).reverse().map(({ url, date, data, content }) => \`<item><title>\${escaped(data.title)}</title><link>https://example.org\${url}</link><pubDate>\${date.toUTCString()}</pubDate><description>\${escaped(content)}</description></item>\`).join('')}</channel></rss>\`;
`;

export const eleventy: Peer = {
  name: 'Eleventy',
  async prepare() {
    const reason = await install(FOLDER);
    if (reason !== undefined) return { missing: reason };
    const { version } = JSON.parse(readFileSync(join(OWN, 'eleventy/package.json'), 'utf8')) as {
      version: string;
    };
    return { version };
  },
  write({ folder, articles, hasHighlighting }) {
    const files = {
      'package.json': '{ "type": "module" }\n',
      'eleventy.config.js': settings(hasHighlighting),
      'includes/shared.js': SHARED,
      'includes/article.11ty.js': ARTICLE,
      'content/index.11ty.js': HOME,
      'content/feed.11ty.js': FEED,
      'content/articles/articles.json': '{ "layout": "article.11ty.js" }\n',
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    writeArticles({ folder: join(folder, 'content/articles'), count: articles, textOf: plainText });
  },
  build: (out) => ['node', join(OWN, 'eleventy/cmd.cjs'), '--quiet', `--output=${out}`],
};
