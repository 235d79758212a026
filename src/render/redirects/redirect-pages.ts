/** The files of former paths: a page that leads on, or a copy of the file that a subscription is about. */
import { wholeFile, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { ifPossible } from '../../values/if-possible.ts';
import { directionOf } from '../../values/language.ts';
import { encodedTarget, isElsewhere, type Redirect } from '../../site/redirects.ts';
import { absoluteUrl, namesLocale, pageFile, relativeLink } from '../../site/links/urls.ts';
import { siteProblem } from '../../site/problems.ts';
import type { Site } from '../../site/site.ts';
import { TemplateError } from '../templates/template-error.ts';
import type { Templates } from '../templates/templates.ts';
import { tidy } from '../tidy.ts';

/** Its own style is all that it needs: the redirect would wait for a style sheet. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

interface RedirectPages {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly diagnostics: readonly Diagnostic[];
}

interface PageSources extends Pick<Templates, 'render'> {
  readonly colourScheme: string;
}

export function redirectPages(
  site: Pick<Site, 'url' | 'locales' | 'strings'>,
  redirects: readonly Redirect[],
  { render, colourScheme }: PageSources,
): RedirectPages {
  try {
    const pages = redirects.filter(({ answer }) => answer === 'page');
    const files = pages.map((each) => ({
      path: pageFile(each.from),
      text: tidy(render('layouts/redirect', { ...dataOf(each, site), colourScheme })),
    }));
    return { files, diagnostics: [] };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const message = `the pages of former addresses could not be built: ${error.message}`;
    return { files: [], diagnostics: [siteProblem('page-failed', wholeFile(error.fault.file), message)] };
  }
}

function dataOf({ from, to }: Redirect, { url, locales, strings }: Pick<Site, 'url' | 'locales' | 'strings'>) {
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
