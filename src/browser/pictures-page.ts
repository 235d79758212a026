/** A page that shows all pictures next to each other, for reviewers who download the folder. */
import { escapeAttribute, escapeText } from '../render/sanitise/escape.ts';

/** A page before and after, as pictures. */
export interface PicturedPage {
  /** Its path on the site. */
  readonly path: string;
  /** Its title. */
  readonly title: string;
  /** The name of the picture before; null where the page did not exist, and if both look the same. */
  readonly before: string | null;
  /** The name of the picture after; null where the page no longer exists, and if both look the same. */
  readonly after: string | null;
  /** True if a change is not visible. */
  readonly same: boolean;
}

const STYLE =
  'body{font:16px/1.4 system-ui,sans-serif;margin:2rem}section{margin:0 0 3rem}div{display:grid;grid-template-columns:1fr 1fr;gap:1rem;align-items:start}img{width:100%;border:1px solid #999}figure{margin:0}';

export function picturesPage(pages: readonly PicturedPage[]): string {
  const sections = pages.map(
    ({ path, title, before, after, same }) =>
      `<section>\n<h2>${escapeText(title)} <small>${escapeText(path)}</small></h2>\n` +
      (same
        ? '<p>It looks the same.</p>\n'
        : `<div>${figure('Before', before, title)}${figure('After', after, title)}</div>\n`) +
      '</section>\n',
  );
  return `<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Before and after</title>\n<style>${STYLE}</style>\n${sections.join('')}</html>\n`;
}

const figure = (caption: string, file: string | null, title: string): string =>
  file === null
    ? `<p>${caption}: the page does not exist.</p>`
    : `<figure>${caption}<img src="${escapeAttribute(file)}" alt="${escapeAttribute(`${title}: ${caption}`)}"></figure>`;
