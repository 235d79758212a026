/** Uploads a built site with the tool of its host, which ci/upload/package-lock.json pins. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { isProgram, program, ProgramMissing, type ProgramName } from '../../machine/programs.ts';
import { scrubbed } from '../../project/site/scrub-environment.ts';
import type { Ci } from '../ci.ts';

interface Upload {
  readonly site: string;
  /** The name of a preview; without it the site is published. */
  readonly preview?: string;
}

interface Tool {
  readonly program: ProgramName;
  /** The start of the names of its variables. It sees those of no other host. */
  readonly prefix: string;
  /** The variables that have to have a value. */
  readonly variables: readonly string[];
  readonly words: (upload: Upload, variable: (name: string) => string) => readonly string[];
}

const NETLIFY: Tool = {
  program: 'netlify',
  prefix: 'NETLIFY_',
  variables: ['NETLIFY_AUTH_TOKEN', 'NETLIFY_SITE_ID'],
  words: ({ site, preview }, variable) => [
    'deploy',
    '--no-build',
    `--dir=${site}`,
    `--site=${variable('NETLIFY_SITE_ID')}`,
    ...(preview === undefined ? ['--prod'] : ['--alias', preview]),
  ],
};

const CLOUDFLARE: Tool = {
  program: 'wrangler',
  prefix: 'CLOUDFLARE_',
  variables: ['CLOUDFLARE_API_TOKEN', 'CLOUDFLARE_ACCOUNT_ID', 'CLOUDFLARE_PROJECT'],
  words: ({ site, preview }, variable) => [
    'pages',
    'deploy',
    site,
    `--project-name=${variable('CLOUDFLARE_PROJECT')}`,
    `--branch=${preview ?? (variable('CLOUDFLARE_BRANCH') || 'main')}`,
    '--commit-dirty=true',
  ],
};

const TOOLS: Readonly<Record<string, Tool>> = { 'netlify-cli': NETLIFY, wrangler: CLOUDFLARE };

const FOLDER = 'ci/upload';

/** Undefined if this repository uploads to neither host. */
export function uploadTool(folder: string): ((ci: Ci, upload: Upload) => Promise<void>) | undefined {
  const manifest = join(folder, FOLDER, 'package.json');
  if (!existsSync(manifest)) return undefined;
  const { dependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly dependencies?: object };
  const tool = Object.keys(dependencies)
    .map((name) => TOOLS[name])
    .find((each) => each !== undefined);
  return tool && ((ci, upload) => run(ci, tool, { ...upload, site: resolve(folder, upload.site) }));
}

async function run({ folder, runner }: Ci, tool: Tool, upload: Upload): Promise<void> {
  const missing = tool.variables.find((name) => runner.variable(name) === undefined);
  if (missing !== undefined)
    throw new UserError(`${missing} is missing`, { suggestion: `set it for the environment of this job` });
  // Cloudflare would run it, and no build of gitcast writes it.
  if (existsSync(join(upload.site, '_worker.js')))
    throw new UserError('the site contains _worker.js, so it is not uploaded');
  const file = join(folder, FOLDER, 'node_modules', '.bin', tool.program);
  if (!isProgram(file)) throw new ProgramMissing(tool.program);
  // An empty folder: no settings and no functions of the repository apply, and the host builds nothing.
  const cwd = mkdtempSync(join(tmpdir(), 'gitcast-upload-'));
  try {
    const words = tool.words(upload, (name) => runner.variable(name) ?? '');
    const keys = Object.entries(runner.env).filter(([name]) => name.startsWith(tool.prefix));
    const env = { ...scrubbed(runner.env, {}), ...Object.fromEntries(keys), WRANGLER_SEND_METRICS: 'false' };
    const child = spawn(program(tool.program, file), words, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0)
      throw new UserError(`${tool.program} ended with code ${code ?? 'of a signal'}: its output above shows why`);
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
