/** The corpus as a Hugo site: the same texts, with a simpler layout than ours. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const BASE = `<!DOCTYPE html>
<html lang="fr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{{ .Title }} · {{ .Site.Title }}</title>
<meta name="description" content="{{ .Summary | plainify | truncate 160 }}"><link rel="canonical" href="{{ .Permalink }}"></head>
<body>
<header><nav><a href="/">Bench</a> <a href="/articles/">Articles</a> <a href="/events/">Programme</a> <a href="/places/">Places</a></nav></header>
<main>{{ block "main" . }}{{ end }}</main>
<footer><p>{{ .Site.Title }}</p></footer>
</body>
</html>
`;

const SINGLE = `{{ define "main" }}<article><h1>{{ .Title }}</h1><time datetime="{{ .Date }}">{{ .Date }}</time>
{{ .Content }}
<nav>{{ with .PrevInSection }}<a href="{{ .RelPermalink }}">{{ .Title }}</a><p>{{ .Summary | plainify | truncate 160 }}</p>{{ end }}
{{ with .NextInSection }}<a href="{{ .RelPermalink }}">{{ .Title }}</a><p>{{ .Summary | plainify | truncate 160 }}</p>{{ end }}</nav></article>{{ end }}
`;

const LIST = `{{ define "main" }}<h1>{{ .Title }}</h1>
<ul>{{ range .Paginator.Pages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a><p>{{ .Summary | plainify | truncate 160 }}</p></li>{{ end }}</ul>
{{ template "_internal/pagination.html" . }}{{ end }}
`;

/** Writes the site and returns the number of its documents. */
export function writeHugoSite(content: string, root: string): number {
  const put = (path: string, text: string): void => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  put(
    'config.toml',
    'baseURL = "https://bench.example/"\ntitle = "Bench"\npaginate = 12\ndisableKinds = ["taxonomy", "term"]\n',
  );
  put('layouts/_default/baseof.html', BASE);
  put('layouts/_default/single.html', SINGLE);
  put('layouts/_default/list.html', LIST);
  const files = readdirSync(content, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'));
  for (const name of files) {
    const text = readFileSync(join(content, name), 'utf8');
    if (name.endsWith('.md')) put(join('content', name), text.replace('published_at:', 'date:'));
    else put(join('content', name.replace('.yaml', '.md')), `---\n${text.replace('name:', 'title:')}---\n`);
  }
  return files.length;
}
