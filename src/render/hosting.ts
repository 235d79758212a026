/**
 * The files that tell hosts which headers to send. A page contains its own policy; all other published files get it only
 * from these headers. Not included: .htaccess, because an Apache that does not allow headers there fails every request,
 * and files that hosts read from the repository instead of the site (netlify.toml, firebase.json).
 */
import { WORKER } from './offline/offline-files.ts';
import { wholeFile, type Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Locale } from '../kinds/shapes/primitives.ts';
import { EMBED, localePath } from '../site/links/urls.ts';
import { contentType } from '../values/content-type.ts';
import { siteProblem } from '../site/problems.ts';
import type { AssetFile } from './assets.ts';
import { EMBED_POLICY, HOSTED_POLICY } from './assets-policy.ts';
import { TemplateError } from './templates/template-error.ts';
import type { Templates } from './templates/templates.ts';

/** A rule for hosts that have the site at their root. Both are encoded. */
export interface RedirectRule {
  readonly from: string;
  readonly to: string;
}

type Headers = Readonly<Record<string, string>>;

const SITE_HEADERS: Headers = {
  'Content-Security-Policy': HOSTED_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
};

const EMBED_HEADERS: Headers = { 'Content-Security-Policy': EMBED_POLICY };

/** The headers of one file, by its path on the site. */
export const headersOf = (path: string): Headers =>
  /^\/?(?:[a-z]{2,3}(?:-\w+)?\/)?embed\//.test(path) ? { ...SITE_HEADERS, ...EMBED_HEADERS } : SITE_HEADERS;

/** Hosts do not know a feed by its extension. */
const FEEDS = ['/feed.xml', '/feed.json'] as const;

/** Every name in these folders has a digest of the content. */
const UNCHANGING = ['/assets/*', '/media/_/*'] as const;
const FOR_EVER = 'public, max-age=31536000, immutable';

/** The files that need more than the headers of every file. A `*` at the end of a path stands for anything. */
function rulesOf(
  locales: readonly Locale[],
): readonly { readonly path: string; readonly headers: readonly Header[] }[] {
  const rules = [
    { path: `${EMBED.split('/', 2).join('/')}/*`, headers: EMBED_HEADERS },
    ...FEEDS.map((path) => ({ path, headers: { 'Content-Type': contentType(path) } })),
  ];
  const inEach = locales.flatMap((locale) =>
    rules.map(({ path, headers }) => ({ path: localePath(path, locale, locales), headers: listed(headers) })),
  );
  const unchanging = UNCHANGING.map((path) => ({ path, headers: listed({ 'Cache-Control': FOR_EVER }) }));
  // An old worker would show the site as it was.
  return [...inEach, ...unchanging, { path: WORKER, headers: listed({ 'Cache-Control': 'no-cache' }) }];
}

interface Header {
  readonly name: string;
  readonly value: string;
}

const listed = (headers: Headers): readonly Header[] =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

/** Netlify and Cloudflare, Vercel, Azure Static Web Apps. */
const HEADER_FILES = ['_headers', 'vercel.json', 'staticwebapp.config.json'];

/** The names of these files, whether or not the site has each. */
export const HOSTING_FILES = [...HEADER_FILES, '_redirects'];

interface HostingFiles {
  readonly files: readonly AssetFile[];
  readonly diagnostics: readonly Diagnostic[];
}

export function hostingFiles(
  locales: readonly Locale[],
  { render }: Pick<Templates, 'render'>,
  redirects: readonly RedirectRule[],
): HostingFiles {
  const data = { headers: listed(SITE_HEADERS), rules: rulesOf(locales), redirects };
  const files: AssetFile[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const name of redirects.length === 0 ? HEADER_FILES : HOSTING_FILES) {
    try {
      files.push({ path: `/${name}`, text: render(`hosting/${name}`, data) });
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      diagnostics.push(
        siteProblem('page-failed', wholeFile(error.fault.file), `/${name} could not be built: ${error.message}`),
      );
    }
  }
  return { files, diagnostics };
}
