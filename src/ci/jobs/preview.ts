/**
 * Shows the website of a pull request at an address of its own. Has the key of the website's host, so it runs nothing of the
 * pull request and treats the built site as data.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { DONE, type Ci, type JobEnding } from '../ci.ts';
import { withoutHost } from '../runner/without-host.ts';
import { uploadTool } from '../website/upload.ts';

export async function preview(ci: Ci): Promise<JobEnding> {
  const { host } = ci;
  if (!host) return withoutHost(ci);
  const upload = uploadTool(ci.folder);
  if (!upload) {
    throw new UserError('a preview needs Netlify or Cloudflare, and ci/upload/ has no upload tool', {
      suggestion: 'run `gitcast init --ci github --publish netlify`, or remove this job',
    });
  }
  const folder = mkdtempSync(join(tmpdir(), 'gitcast-preview-'));
  try {
    for await (const made of host.plans()) {
      const site = join(folder, String(made.number));
      if (made.isFromFork || !(await host.takeSite(made, site))) continue;
      await upload(ci, { site, preview: `pr-${made.number}` });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return DONE;
}
