/** Diagnostics as a Code Quality report, which GitLab shows on the lines of a merge request. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Context } from '../context.ts';
import { printable } from '../../diagnostics/printable.ts';
import { pathFrom } from './job-report.ts';

export function codeQuality(diagnostics: readonly Diagnostic[], { cwd, env }: Pick<Context, 'cwd' | 'env'>): object {
  const root = env['CI_PROJECT_DIR'] ?? repositoryAbove(cwd) ?? cwd;
  const seen = new Map<string, number>();
  return diagnostics.map(({ code, severity, message, at, suggestion }) => {
    const path = pathFrom(root, resolve(cwd, at.file));
    // Without the line, so that the host recognises a problem that only moved; identical problems are numbered.
    const same = [code, path, message].join('\n');
    const count = (seen.get(same) ?? 0) + 1;
    seen.set(same, count);
    return {
      description: printable(suggestion === undefined ? message : `${message}: ${suggestion}`),
      check_name: code,
      fingerprint: createHash('sha256').update(`${same}\n${count}`).digest('hex'),
      severity: ({ error: 'critical', warning: 'minor', notice: 'info' } as const)[severity],
      location: { path, lines: { begin: at.line } },
    };
  });
}

function repositoryAbove(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : repositoryAbove(above);
}
