/** The hosts of websites: uploads a built site with the tool of its host, which ci/upload/package-lock.json pins. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { isProgram, program, ProgramMissing, type ProgramName } from '../../machine/programs.ts';
import { scrubbed } from '../../machine/scrub-environment.ts';
import type { Ci } from '../ci.ts';
import { withVariables } from '../runner/ci-keys.ts';
import { inTemporaryFolder } from '../../machine/temporary-folder.ts';

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
  const words = tool.words(upload, (name) => runner.variable(name) ?? '');
  const keys = Object.entries(runner.env).filter(([name]) => name.startsWith(tool.prefix));
  const env = { ...scrubbed(runner.env, {}), ...Object.fromEntries(keys), WRANGLER_SEND_METRICS: 'false' };
  // An empty folder: no settings and no functions of the repository apply, and the host builds nothing.
  await inTemporaryFolder('upload', async (cwd) => {
    const child = spawn(program(tool.program, file), words, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0)
      throw new UserError(`${tool.program} ended with code ${code ?? 'of a signal'}: its output above shows why`);
  });
}

/**
 * For a host with `to: ssh`: its keys come from variables, and no other host is trusted. Calls a function with a job that
 * can connect, and removes the key afterwards.
 */
export async function withSshKey<T>(ci: Ci, act: (able: Ci) => Promise<T>): Promise<T> {
  const key = ci.runner.variable('GITCAST_SSH_KEY');
  if (key === undefined) return act(ci);
  const knownHosts = ci.runner.variable('GITCAST_KNOWN_HOSTS');
  if (knownHosts === undefined) {
    throw new UserError('GITCAST_KNOWN_HOSTS is missing', {
      suggestion: 'set it to the output of `ssh-keyscan HOST`, after comparing it with the key of the server',
    });
  }
  return inTemporaryFolder('ssh', (folder) => {
    const [keyFile, hostsFile] = [join(folder, 'key'), join(folder, 'known_hosts')];
    writeFileSync(keyFile, `${key}\n`, { mode: 0o600 });
    writeFileSync(hostsFile, `${knownHosts}\n`, { mode: 0o600 });
    const command = `ssh -i ${keyFile} -o IdentitiesOnly=yes -o UserKnownHostsFile=${hostsFile} -o StrictHostKeyChecking=yes`;
    return act(withVariables(ci, { GITCAST_SSH: command, GITCAST_SSH_KEY: undefined }));
  });
}
