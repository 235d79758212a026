/** Former paths of a site: where they lead, the pages that answer for them, and `_redirects` for the hosts that read it. */
import { wholeFile, type Span } from '../diagnostics/diagnostic.ts';
import { absoluteUrl, basePath, namesLocale, pageFile, relativeLink } from '../site/links/urls.ts';
import { siteProblem } from '../site/problems.ts';
import { encodedTarget, isElsewhere, redirectsOf, type Redirect, type Redirects } from '../site/redirects.ts';
import type { Site } from '../site/site.ts';
import { encodedPath, percentEncoded } from '../values/former-path.ts';
import { ifPossible } from '../values/if-possible.ts';
import { directionOf } from '../values/language.ts';
import type { AssetFile } from './assets.ts';
import { HOSTING_FILES, hostingFiles, type RedirectRule } from './hosting.ts';
import { WORKER } from './offline/offline-files.ts';
import type { Output } from './outputs.ts';
import type { Shared } from './shared.ts';
import { TemplateError } from './templates/template-error.ts';
import type { Templates } from './templates/templates.ts';
import { tidy } from './tidy.ts';

/** The part of the configuration about former paths. */
export interface RedirectSettings {
  /** Former paths that belong to no document, each with what it leads to. */
  readonly redirects?: Readonly<Record<string, string>> | undefined;
  /** The place of a former path in the configuration. */
  readonly redirectSpan?: ((from: string) => Span) | undefined;
}

export interface FormerPaths extends Redirects {
  /** Those for hosts, which every site has, and the pages that lead on. */
  readonly files: readonly AssetFile[];
}

interface SiteParts {
  readonly templates: Templates;
  readonly outputs: readonly Output[];
  readonly shared: Shared;
  /** False if the build leaves out pages, to which former paths would lead in vain. */
  readonly isWhole: boolean;
}

export function formerPaths(site: Site, parts: SiteParts, settings: RedirectSettings): FormerPaths {
  const { outputs, shared, templates, isWhole } = parts;
  const { redirects: table = {}, redirectSpan = inConfiguration } = settings;
  const files = function* (): Generator<string> {
    for (const { path } of outputs) yield path;
    for (const { path } of shared.files) yield path.slice(1);
    for (const { path } of shared.media.files) yield path;
    yield* [...HOSTING_FILES, WORKER.slice(1)];
  };
  const { redirects, diagnostics } = isWhole
    ? redirectsOf(site, { table, files: files(), spanOf: redirectSpan })
    : { redirects: [], diagnostics: [] };
  const hosting = hostingFiles(site.locales, templates, redirectRules(site, redirects));
  const found = [...diagnostics, ...hosting.diagnostics];
  try {
    const pages = redirects.filter(({ answer }) => answer === 'page');
    const colourScheme = shared.head.colourScheme;
    const leading = pages.map((each) => ({
      path: `/${pageFile(each.from)}`,
      text: tidy(templates.render('layouts/redirect', { ...dataOf(each, site), colourScheme })),
    }));
    return { redirects, files: [...hosting.files, ...leading], diagnostics: found };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const message = `the pages of former addresses could not be built: ${error.message}`;
    const failed = siteProblem('page-failed', wholeFile(error.fault.file), message);
    return { redirects, files: hosting.files, diagnostics: [...found, failed] };
  }
}

/** Cloudflare reads no more. Those that no page can answer for come first. */
const MOST_RULES = 2000;

/** In the folder of another site, a path alone would lead out of the folder. */
const redirectRules = ({ url }: Pick<Site, 'url'>, redirects: readonly Redirect[]): readonly RedirectRule[] =>
  redirects
    .toSorted((one, other) => Number(one.answer === 'page') - Number(other.answer === 'page'))
    .slice(0, MOST_RULES)
    .map(({ from, to }) => {
      const target = withoutNames(encodedTarget(to));
      return {
        from: encodedPath(from),
        to: isElsewhere(to) || basePath(url) === '/' ? target : absoluteUrl(url!, target),
      };
    });

/** `:name` stands for a part of the former path. Encoded, it is the same address to browsers. A host may have a port. */
function withoutNames(target: string): string {
  const [, host = '', rest = ''] = /^([a-z]+:\/\/[^/?#]*)?(.*)$/is.exec(target)!;
  return host + rest.replace(/:(?=\w)/g, percentEncoded);
}

const inConfiguration = (): Span => wholeFile('gitcast.config.yaml');

/** Its own style is all that such a page needs: the redirect would wait for a style sheet. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

function dataOf({ from, to }: Redirect, { url, locales, strings }: Site) {
  const locale = locales.slice(1).find((each) => namesLocale(isElsewhere(to) ? from : to, ['', each])) ?? locales[0]!;
  const target = encodedTarget(to);
  const canonical = isElsewhere(to) ? to : url === undefined ? undefined : absoluteUrl(url, target);
  return {
    locale,
    direction: directionOf(locale),
    strings: strings(locale),
    href: isElsewhere(to) ? to : relativeLink(from, target),
    canonical: canonical?.replace(/#.*$/, ''),
    // Addresses of other sites may be in the encoding of an old system, which cannot be decoded.
    shown: canonical === undefined ? to : (ifPossible(() => decodeURI(canonical), URIError) ?? canonical),
    policy: POLICY,
  };
}
