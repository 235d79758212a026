import { resolve } from 'node:path';
import { openapi } from '../../generate/openapi/openapi.ts';
import { confirmed, defineCommand, shown } from '../command.ts';
import { file } from '../../project/calls/option.ts';
import { PROFILE } from '../../project/calls/shared-options.ts';
import { version } from '../../machine/program.ts';
import { writeFile } from '../../machine/write-files.ts';

export const command = defineCommand({
  options: {
    profile: PROFILE,
    out: file('Write to this file instead of printing'),
  },
  examples: [
    { line: 'gitcast openapi --out openapi.json', about: 'Writes the document, for a client generator' },
    { line: 'gitcast openapi --profile documented', about: 'Prints only what the interface documents' },
  ],
  run({ context: { cwd }, options: { profile = 'extended', out } }) {
    const document = openapi({ profile, version: version() });
    const text = `${JSON.stringify(document, null, 2)}\n`;
    if (out === undefined) return shown(document, () => text);
    writeFile(resolve(cwd, out), text);
    return confirmed({ file: out }, ({ bold }) => `wrote ${bold(out)}`);
  },
});
