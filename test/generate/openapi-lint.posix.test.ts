import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { openapi } from '../../src/generate/openapi/openapi.ts';
import { PROFILES } from '../../src/kinds/operation.ts';
import { folderOfFile } from '../temporary-folder.ts';

const redocly = fileURLToPath(new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url));
/** The further rules of Spectral, except for a contact address: there is none. */
const DESCRIBED = {
  'operation-description': 'error',
  'tag-description': 'error',
  'no-duplicated-tag-names': 'error',
  'no-invalid-parameter-examples': 'error',
  'no-invalid-schema-examples': 'error',
  'operation-singular-tag': 'error',
};
const folder = folderOfFile();

beforeAll(() => {
  writeFileSync(join(folder, 'redocly.yaml'), JSON.stringify({ extends: ['recommended-strict'], rules: DESCRIBED }));
});

it.each(PROFILES)(
  'the document of the %s profile passes the strictest rules of the linter, none disabled, and describes everything',
  (profile) => {
    const file = join(folder, `${profile}.json`);
    writeFileSync(file, JSON.stringify(openapi({ profile, version: '1.0.0' })));
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [redocly, 'lint', '--config', join(folder, 'redocly.yaml'), '--format', 'json', file],
      // The linter must not call home.
      {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' },
      },
    );
    const { totals, problems } = JSON.parse(stdout) as { totals: object; problems: readonly object[] };
    expect(problems).toEqual([]);
    expect(totals).toMatchObject({ errors: 0, warnings: 0 });
    expect(stderr).not.toMatch(/error/i);
    expect(status).toBe(0);
  },
);
