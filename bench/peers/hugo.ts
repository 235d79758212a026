import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeArticles } from '../corpora/articles.ts';
import { makeRoom } from '../suite/leftovers.ts';
import { FOOTER, MENU, plainText, type Peer, type Site } from './peer.ts';
import { program } from '../../test/programs.ts';

const settings = (hasHighlighting: boolean): string => `baseURL = "https://example.org/"
languageCode = "en"
title = "Bench"
disableKinds = ["taxonomy","term","sitemap","robotsTXT","404","section"]
enableRobotsTXT = false
[outputs]
  home = ["HTML","RSS"]
  section = []
  page = ["HTML"]
[services.rss]
  limit = 20
[markup.highlight]
  codeFences = ${hasHighlighting}
[markup.goldmark.extensions]
  typographer = false
[menu]
${MENU.map(([name, url], at) => `  [[menu.main]]\n    name = "${name}"\n    url = "${url}"\n    weight = ${at + 1}\n`).join('')}`;

const BASE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{{ .Title }} | {{ .Site.Title }}</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/style.css"></head>
<body>{{ partial "nav.html" . }}<main>{{ block "main" . }}{{ end }}</main>{{ partial "footer.html" . }}</body></html>
`;
const MENU_PART = `<nav><ul>{{ range .Site.Menus.main }}<li><a href="{{ .URL }}">{{ .Name }}</a></li>{{ end }}</ul></nav>
`;
const SINGLE = `{{ define "main" }}<article><h1>{{ .Title }}</h1><p><time datetime="{{ .Date.Format "2006-01-02" }}">{{ .Date.Format "2006-01-02" }}</time> <span>{{ .Params.status }}</span></p>{{ if .Params.tags }}<ul class="tags">{{ range .Params.tags }}<li><a href="/tags/{{ . }}/">{{ . }}</a></li>{{ end }}</ul>{{ end }}{{ .Content }}</article>{{ end }}
`;
const LIST = `{{ define "main" }}<h1>{{ .Site.Title }}</h1><ul>{{ range .Site.RegularPages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a> <time>{{ .Date.Format "2006-01-02" }}</time></li>
{{ end }}</ul>{{ end }}
`;

/** Hugo with the layout that is written into the folder before the articles. */
export const hugoWith = (name: string, writeLayout: (site: Site) => void): Peer => ({
  name,
  async prepare() {
    // Otherwise it leaves a folder behind.
    process.env['HUGO_CACHEDIR'] = makeRoom();
    const { status, stdout } = spawnSync(program('hugo'), ['version'], { encoding: 'utf8' });
    return status === 0
      ? { version: /v([\d.]+)/.exec(stdout)![1]! }
      : { missing: 'the command `hugo` is not installed (`apt-get install hugo`)' };
  },
  write(site) {
    writeLayout(site);
    writeArticles({ folder: join(site.folder, 'content/articles'), count: site.articles, textOf: plainText });
  },
  build: (out) => ['hugo', '--quiet', '--destination', out],
});

export const hugo = hugoWith('Hugo', ({ folder, hasHighlighting }) => {
  const files = {
    'config.toml': settings(hasHighlighting),
    'layouts/_default/baseof.html': BASE,
    'layouts/_default/single.html': SINGLE,
    'layouts/_default/list.html': LIST,
    'layouts/index.html': LIST,
    'layouts/partials/nav.html': MENU_PART,
    'layouts/partials/footer.html': `${FOOTER}\n`,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
});
