/**
 * The files that tell hosts which headers to send. A page contains its own policy; all other published files get it only
 * from these headers. Not included: .htaccess, because an Apache that does not allow headers there fails every request,
 * and files that hosts read from the repository instead of the site (netlify.toml, firebase.json).
 */
import { wholeFile, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { siteProblem } from '../site/problems.ts';
import type { AssetFile } from './assets.ts';
import { POLICY_HEADER } from './assets-policy.ts';
import { TemplateError } from './templates/template-error.ts';
import type { Templates } from './templates/templates.ts';

export const SITE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': POLICY_HEADER,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
};

/** Netlify and Cloudflare, Vercel, Azure Static Web Apps. */
const HOSTING = ['_headers', 'vercel.json', 'staticwebapp.config.json'] as const;

interface HostingFiles {
  readonly files: readonly AssetFile[];
  readonly diagnostics: readonly Diagnostic[];
}

export function hostingFiles({ render }: Pick<Templates, 'render'>): HostingFiles {
  const headers = Object.entries(SITE_HEADERS).map(([name, value]) => ({ name, value }));
  const files: AssetFile[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const name of HOSTING) {
    try {
      files.push({ path: `/${name}`, text: render(`hosting/${name}`, { headers }) });
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      diagnostics.push(
        siteProblem('page-failed', wholeFile(error.fault.file), `/${name} could not be built: ${error.message}`),
      );
    }
  }
  return { files, diagnostics };
}
