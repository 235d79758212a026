/**
 * Pages link relative to themselves, so the same entry of the programme has another text in every folder. In a pack, links are
 * from the root of the site, and the worker makes them relative to the page again.
 */
import { relativeLink } from '../../site/links/urls.ts';

/** Before a link from the root. A page that contains this character itself has it twice. */
export const ROOT = '\u007f';

const UPWARDS = new RegExp(`${ROOT}|(?<=[" ])((?:\\.\\./)+)([^"#?\\s${ROOT}]*)(?=["#?\\s])`, 'g');

export function linksFromRoot(text: string, path: string): string {
  if (!path.endsWith('.html')) return text;
  const folders = path.split('/').slice(0, -1);
  const from = `/${path.slice(0, path.lastIndexOf('/') + 1)}`;
  return text.replace(UPWARDS, (link: string, up: string | undefined, rest: string) => {
    if (up === undefined) return ROOT + ROOT;
    const above = folders.length - up.length / 3;
    const target =
      folders
        .slice(0, Math.max(above, 0))
        .map((folder) => `${folder}/`)
        .join('') + rest;
    return above >= 0 && relativeLink(from, `/${target}`) === link ? ROOT + target : link;
  });
}
