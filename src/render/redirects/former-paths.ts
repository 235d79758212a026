/** Former paths of a site: where they lead, the pages that answer for them, and the files for hosts. */
import { wholeFile, type Diagnostic, type Span } from '../../diagnostics/diagnostic.ts';
import { absoluteUrl, namesLocale, pageFile, relativeLink } from '../../site/links/urls.ts';
import { siteProblem } from '../../site/problems.ts';
import { encodedTarget, isElsewhere, redirectsOf, type Redirect, type Redirects } from '../../site/redirects.ts';
import type { Site } from '../../site/site.ts';
import { readFormerPath } from '../../values/former-path.ts';
import { ifPossible } from '../../values/if-possible.ts';
import { directionOf } from '../../values/language.ts';
import type { AssetFile } from '../assets.ts';
import { HOSTING_FILES, hostingFiles } from '../hosting.ts';
import { WORKER } from '../offline/offline-files.ts';
import type { Output } from '../outputs.ts';
import type { Shared } from '../shared.ts';
import { TemplateError } from '../templates/template-error.ts';
import type { Templates } from '../templates/templates.ts';
import { tidy } from '../tidy.ts';
import { tooLongForNginx, type RedirectHost, type SpelledRedirect } from './host-rules.ts';

/** The part of the configuration about former paths. */
export interface RedirectSettings {
  /** Former paths that belong to no document, each with what it leads to. */
  readonly redirects?: Readonly<Record<string, string>> | undefined;
  /** The hosts that get rules. */
  readonly redirectsFor?: readonly RedirectHost[] | undefined;
  /** The place of a former path in the configuration. */
  readonly redirectSpan?: ((from: string) => Span) | undefined;
}

export interface FormerPaths extends Redirects {
  readonly redirects: readonly SpelledRedirect[];
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
  const { redirects: table = {}, redirectsFor: hosts = [], redirectSpan = inConfiguration } = settings;
  const files = function* (): Generator<string> {
    for (const { path } of outputs) yield path;
    for (const { path } of shared.files) yield path.slice(1);
    for (const { path } of shared.media.files) yield path;
    yield* [...HOSTING_FILES, WORKER.slice(1)];
  };
  const { redirects: inNfc, diagnostics } = isWhole
    ? redirectsOf(site, { table, files: files(), hasRules: hosts.length > 0, spanOf: redirectSpan })
    : { redirects: [], diagnostics: [] };
  const written = readTable(table);
  const redirects = withSpellings(inNfc, written);
  const hosting = hostingFiles(site, templates, { hosts, redirects });
  const tooLong = (hosts.includes('nginx') ? tooLongForNginx(site, redirects) : []).map((each) =>
    notInNginx(redirectSpan(written.find(({ path }) => path === each.from)?.text ?? each.from), each),
  );
  const found = [...diagnostics, ...hosting.diagnostics, ...tooLong];
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

/** The paths of the table, also those of folders. */
const readTable = (table: Readonly<Record<string, string>>) =>
  Object.keys(table).flatMap((text) => {
    const read = readFormerPath(text.replace(/\*$/, ''));
    return 'path' in read ? [{ text, ...read }] : [];
  });

/** Rules have the NFC and the NFD of a path anyway. Tables have few paths in another form. */
function withSpellings(
  redirects: readonly Redirect[],
  written: ReturnType<typeof readTable>,
): readonly SpelledRedirect[] {
  const mixed = written.filter(({ path, spelling }) => ![path, path.normalize('NFD')].includes(spelling));
  return redirects.map((each) => {
    const inMixed = mixed.filter(({ path }) => each.from.startsWith(path));
    const spellings = inMixed.map(({ path, spelling }) => spelling + each.from.slice(path.length));
    return spellings.length === 0 ? each : { ...each, spellings };
  });
}

const notInNginx = (at: Span, { from, answer }: Redirect): Diagnostic =>
  siteProblem(
    'redirect-too-long',
    at,
    `the rules for nginx leave out \`${from}\`: its path or destination takes more than 4,094 bytes there`,
    answer === 'nothing' ? 'shorten it' : `shorten it, or leave it to the ${answer} in the site`,
  );

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
