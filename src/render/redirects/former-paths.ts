/** Former paths of a site: where they lead, the files that answer for them, and the files for hosts. */
import type { Diagnostic, Span } from '../../diagnostics/diagnostic.ts';
import { wholeFile } from '../../diagnostics/diagnostic.ts';
import { redirectsOf, type Redirect, type Redirects } from '../../site/redirects.ts';
import type { Site } from '../../site/site.ts';
import type { AssetFile } from '../assets.ts';
import { HOSTING_FILES, hostingFiles } from '../hosting.ts';
import { WORKER } from '../offline/offline-files.ts';
import type { Output } from '../outputs.ts';
import type { Shared } from '../shared.ts';
import type { Templates } from '../templates/templates.ts';
import type { RedirectHost } from './host-rules.ts';
import { redirectPages } from './redirect-pages.ts';

/** The part of the configuration about former paths. */
export interface RedirectSettings {
  /** Former paths that belong to no document, each with what it leads to. */
  readonly redirects?: Readonly<Record<string, string>> | undefined;
  /** The hosts that get rules. */
  readonly redirectsFor?: readonly RedirectHost[] | undefined;
  /** The place of a former path in the configuration. */
  readonly redirectSpan?: ((from: string) => Span) | undefined;
}

export interface FormerPaths {
  readonly redirects: readonly Redirect[];
  /** Those for hosts, which every site has, and the pages that lead on. */
  readonly files: readonly AssetFile[];
  readonly diagnostics: readonly Diagnostic[];
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
  const found = isWhole
    ? redirectsOf(site, { table, files: files(), hasRules: hosts.length > 0, spanOf: redirectSpan })
    : NOTHING;
  const pages = redirectPages(site, found.redirects, { ...templates, colourScheme: shared.head.colourScheme });
  const hosting = hostingFiles(site, templates, { hosts, redirects: found.redirects });
  return {
    redirects: found.redirects,
    files: [...hosting.files, ...pages.files.map(({ path, text }) => ({ path: `/${path}`, text }))],
    diagnostics: [...found.diagnostics, ...pages.diagnostics, ...hosting.diagnostics],
  };
}

const NOTHING: Redirects = { redirects: [], diagnostics: [] };

const inConfiguration = (): Span => wholeFile('gitcast.config.yaml');
