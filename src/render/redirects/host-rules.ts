/**
 * Former paths as rules of hosts, which answer with a redirect before they look for a page. `_redirects` and vercel.json are
 * part of the site; the configuration of a server must not be, because servers serve what they find.
 */
import { basePath, absoluteUrl } from '../../site/links/urls.ts';
import { encodedTarget, isElsewhere, type Redirect } from '../../site/redirects.ts';
import type { Site } from '../../site/site.ts';
import { encodedPath, keyOfPath, percentEncoded } from '../../values/former-path.ts';

/** The hosts whose rules gitcast knows. */
export type RedirectHost = 'netlify' | 'cloudflare' | 'vercel' | 'nginx' | 'caddy';

export interface HostRules {
  readonly hosts: readonly RedirectHost[];
  readonly redirects: readonly Redirect[];
}

/** A rule of a host that has the site at its root. Both are encoded. */
interface RootRule {
  readonly from: string;
  readonly to: string;
}

/** A host reads no more rules than these. Those that no page can answer for come first. */
const MOST_RULES = { netlify: Infinity, cloudflare: 2000, vercel: 1024 };

/**
 * With these signs, hosts insert values of their own: the environment of the server, headers of the request. They have no
 * escape that works everywhere; encoded, the signs are the same address to browsers.
 */
const withoutPlaceholders = (target: string): string => target.replace(/[${}]/g, percentEncoded);

/** `:name` stands for a part of the former path, and for Vercel a parenthesis too. A host may have a port. */
function withoutNames(target: string): string {
  const [, host = '', rest = ''] = /^([a-z]+:\/\/[^/?#]*)?(.*)$/is.exec(target)!;
  return host + rest.replace(/[()]|:(?=\w)/g, percentEncoded);
}

/** Vercel decodes queries before it looks for names in them, and refuses the whole site if it finds one. */
const isRefused = (to: string, host: keyof typeof MOST_RULES): boolean =>
  host === 'vercel' &&
  isElsewhere(to) &&
  [...new URL(to).searchParams.values()].some((value) => /:\w|[()]/.test(value));

/** In the folder of another site, a path alone would lead out of the folder. */
export const rootRules = (
  { url }: Pick<Site, 'url'>,
  redirects: readonly Redirect[],
  host: keyof typeof MOST_RULES,
): readonly RootRule[] =>
  [...redirects.filter(({ answer }) => answer !== 'page'), ...redirects.filter(({ answer }) => answer === 'page')]
    .filter(({ to }) => !isRefused(to, host))
    .slice(0, MOST_RULES[host])
    .map(({ from, to }) => {
      const target = withoutNames(withoutPlaceholders(encodedTarget(to)));
      return {
        from: encodedPath(from),
        to: isElsewhere(to) || basePath(url) === '/' ? target : absoluteUrl(url!, target),
      };
    });

/** Servers compare the bytes of a path, so they need it as it was written too. */
export interface SpelledRedirect extends Redirect {
  /** `from` in other Unicode forms than NFC. */
  readonly spellings?: readonly string[];
}

/** The rules of a server as text, by its name. */
export const SERVER_RULES = { nginx: nginxRules, caddy: caddyRules };

interface ServerRule {
  /** Decoded, with the folder of the site: servers compare paths that way. Each spelling is a rule. */
  readonly from: string;
  /** What comes before the query of a request, and what comes after it. */
  readonly to: string;
  readonly fragment: string;
  /** An address with a query of its own keeps that one. */
  readonly hasQuery: boolean;
}

function serverRules({ url }: Pick<Site, 'url'>, redirects: readonly SpelledRedirect[]): readonly ServerRule[] {
  const base = basePath(url).slice(0, -1);
  const own = new Set(redirects.map(({ from }) => keyOfPath(base + from)));
  return redirects.flatMap(({ from, to, spellings = [] }) => {
    const [, target = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(encodedTarget(to))!;
    const rule = {
      to: withoutPlaceholders(isElsewhere(to) ? target : base + target),
      fragment: withoutPlaceholders(fragment),
      hasQuery: target.includes('?'),
    };
    const path = base + from;
    return spellingsOf([path, ...spellings.map((each) => base + each)])
      .filter((each) => each === path || keyOfPath(each) === keyOfPath(path) || !own.has(keyOfPath(each)))
      .map((each) => ({ ...rule, from: each }));
  });
}

/** Servers compare neither the forms of accents nor a missing slash at the end as equal. */
function spellingsOf(paths: readonly string[]): readonly string[] {
  const forms = paths.flatMap((path) => (path.length > 1 && path.endsWith('/') ? [path, path.slice(0, -1)] : [path]));
  return [...new Set(forms.flatMap((form) => [form, form.normalize('NFC'), form.normalize('NFD')]))];
}

/** Longer keys do not fit into the buckets that nginx has by default. */
const LONGEST_KEY = 40;
const PATTERN_SIGNS = /[$()*+.?[\\\]^{|}]/g;

/** Because of a longer one, with its quotes, nginx refuses its whole configuration. */
const LONGEST_PARAMETER = 4096;

/** Undefined if nginx cannot read it. */
function nginxRule({ from, to, fragment, hasQuery }: ServerRule): string | undefined {
  const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
  const isLong = Buffer.byteLength(from) > LONGEST_KEY;
  const key = quoted(isLong ? `~*^${from.replace(PATTERN_SIGNS, '\\$&')}$` : from);
  const target = quoted(`${to}${hasQuery ? '' : '$is_args$args'}${fragment}`);
  const isReadable = [key, target].every((each) => Buffer.byteLength(each) <= LONGEST_PARAMETER);
  return isReadable ? `  ${key} ${target};\n` : undefined;
}

/** The redirects that the rules for nginx leave out, in some spelling or in all. */
export const tooLongForNginx = (
  site: Pick<Site, 'url'>,
  redirects: readonly SpelledRedirect[],
): readonly SpelledRedirect[] =>
  redirects.filter((each) => serverRules(site, [each]).some((rule) => nginxRule(rule) === undefined));

function nginxRules(site: Pick<Site, 'url'>, redirects: readonly SpelledRedirect[]): string {
  const lines = serverRules(site, redirects).map((rule) => nginxRule(rule) ?? '');
  return `# Former addresses of the site. Written by gitcast build: do not edit.
# Include this file in the http block. In the server block:
#
#   absolute_redirect off;
#   if ($gitcast_redirect) { return 301 $gitcast_redirect; }
map $uri $gitcast_redirect {
  default "";
${lines.join('')}}
`;
}

function caddyRules(site: Pick<Site, 'url'>, redirects: readonly SpelledRedirect[]): string {
  const quoted = (text: string): string => `"${text.replaceAll('"', '\\"')}"`;
  // Braces are placeholders of Caddy, in quotes too; only a pattern can name them by their codes.
  const key = (path: string): string =>
    quoted(/[{}]/.test(path) ? `~^${path.replace(PATTERN_SIGNS, hexEscaped)}$` : path);
  const lines = serverRules(site, redirects).map(
    ({ from, to, fragment, hasQuery }) =>
      `\t${key(from)} ${quoted(to)} ${quoted(fragment)} ${hasQuery ? 'own' : 'of-request'}\n`,
  );
  return `# Former addresses of the site. Written by gitcast build: do not edit.
# Import this file in the block of the site.
map {path} {gitcast_redirect} {gitcast_fragment} {gitcast_query} {
${lines.join('')}\tdefault "" "" ""
}
@gitcast_query expression \`{gitcast_redirect} != "" && {query} != "" && {gitcast_query} != "own"\`
redir @gitcast_query {gitcast_redirect}?{query}{gitcast_fragment} 301
@gitcast_redirect expression \`{gitcast_redirect} != ""\`
redir @gitcast_redirect {gitcast_redirect}{gitcast_fragment} 301
`;
}

const hexEscaped = (sign: string): string => `\\x${sign.charCodeAt(0).toString(16)}`;
