/** For a host with `to: ssh`: its keys come from variables, and no other host is trusted. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import type { Ci } from '../ci.ts';
import { withVariables } from '../runner/keys.ts';

/** Calls a function with a job that can connect, and removes the key afterwards. */
export async function withSshKey<T>(ci: Ci, act: (able: Ci) => Promise<T>): Promise<T> {
  const key = ci.runner.variable('GITCAST_SSH_KEY');
  if (key === undefined) return act(ci);
  const known = ci.runner.variable('GITCAST_KNOWN_HOSTS');
  if (known === undefined) {
    throw new UserError('GITCAST_KNOWN_HOSTS is missing', {
      suggestion: 'set it to the output of `ssh-keyscan HOST`, after comparing it with the key of the server',
    });
  }
  const folder = mkdtempSync(join(tmpdir(), 'gitcast-ssh-'));
  try {
    const [keyFile, knownFile] = [join(folder, 'key'), join(folder, 'known_hosts')];
    for (const [file, text] of [
      [keyFile, key],
      [knownFile, known],
    ] as const)
      writeFileSync(file, `${text}\n`, { mode: 0o600 });
    const command = `ssh -i ${keyFile} -o IdentitiesOnly=yes -o UserKnownHostsFile=${knownFile} -o StrictHostKeyChecking=yes`;
    return await act(withVariables(ci, { GITCAST_SSH: command, GITCAST_SSH_KEY: undefined }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
