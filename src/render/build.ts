/** The whole site: every page in every language, the files beside them, and the media they show. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { UserError } from '../diagnostics/errors.ts';
import { checkSite } from '../site/checks.ts';
import { pagesOf } from '../site/pages.ts';
import { openSite, type Broadcast } from '../site/site.ts';
import { pageAssets } from './assets.ts';
import { unknownIcons } from './build-icons.ts';
import type { BuildTools } from './build-tools.ts';
import { createMarkdown } from './markdown/markdown.ts';
import { markOf } from './page.ts';
import { eachOnce, outputsOf, type OutputTools } from './outputs.ts';
import { sharedBy, socialImage } from './shared.ts';

export interface BuildInput {
  readonly broadcast: Broadcast;
  /** The instant for which the site is built, in milliseconds. */
  readonly now: number;
  readonly url?: string | undefined;
  readonly drafts?: boolean;
  readonly gallery?: boolean;
  /** Marks blocks with the place where they are written, as a preview does. */
  readonly marked?: boolean;
  /** Builds a broadcast that says it is not for the web. */
  readonly force?: boolean;
}

export interface BuildResult {
  readonly pages: number;
  readonly files: number;
  readonly written: number;
  readonly unchanged: number;
  readonly removed: number;
  /** Files of an earlier build that somebody changed since: they stay. */
  readonly kept: readonly string[];
  readonly bytes: number;
  /** The instant at which the same content would make another site. */
  readonly nextChange: number | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export async function buildWith(tools: BuildTools, input: BuildInput): Promise<BuildResult> {
  refuseUnlessWeb(input);
  const { templates, writer } = tools;
  const site = openSite(input);
  const { pages, diagnostics: twins } = pagesOf(site);
  const { head, media, files, diagnostics: ofShared } = await sharedBy(site, tools);
  const { published } = media;
  const pageTools: OutputTools = {
    markdown: createMarkdown(),
    template: templates.render,
    published,
    ...(input.marked && { mark: markOf }),
    assets: (page) => pageAssets(page, head, { url: site.url, picture: socialImage(page, published) }),
  };

  const problems: Diagnostic[] = [];
  let count = 0;
  for (const { path, isPage, make } of outputsOf(site, pages)) {
    const { text, diagnostics } = make(site, pageTools);
    problems.push(...diagnostics);
    if (text === undefined) continue;
    if (isPage) count++;
    writer.write(path, text);
  }
  for (const { path, text } of files) writer.write(path.slice(1), text);
  for (const { path, read } of media.files) writer.write(path, read());
  return {
    pages: count,
    ...writer.finish(),
    nextChange: site.clock.nextChange,
    diagnostics: [...twins, ...checkSite(site), ...unknownIcons(site), ...ofShared, ...eachOnce(problems)],
  };
}

function refuseUnlessWeb({ broadcast, force = false }: BuildInput): void {
  const root = broadcast.entities.get('broadcast');
  if (force || root?.fields['isWeb'] !== false) return;
  throw new UserError('this broadcast is not for the web: broadcast.yaml says `isWeb: false`', {
    suggestion: 'set it to true, or build all the same with --force',
  });
}
