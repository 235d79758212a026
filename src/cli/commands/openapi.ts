import { resolve } from 'node:path';
import { PROFILES, type Profile } from '../../config/config.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { openapi } from '../../generate/openapi/openapi.ts';
import { defineCommand } from '../command.ts';
import { version } from '../../project/version.ts';
import { writeFile } from '../../project/files/write-files.ts';

export const openapiDocument = defineCommand({
  arguments: [],
  options: {
    profile: {
      value: 'PROFILE',
      completes: ['documented', 'extended'],
      about: 'documented: only what the interface documents; extended: everything (default: extended)',
    },
    out: { value: 'FILE', about: 'Write to this file instead of printing' },
  },
  examples: [
    { line: 'gitcast openapi --out openapi.json', about: 'Writes the document, for a client generator' },
    { line: 'gitcast openapi --profile documented', about: 'Prints only what the interface documents' },
  ],
  run({ context: { cwd }, options: { profile = 'extended', out } }) {
    if (!isProfile(profile)) {
      throw new UserError(`there is no profile ${profile}`, { suggestion: `use ${PROFILES.join(' or ')}` });
    }
    const document = openapi({ profile, version: version() });
    const text = `${JSON.stringify(document, null, 2)}\n`;
    if (out === undefined) return { exitCode: 0, json: document, human: () => text };
    writeFile(resolve(cwd, out), text);
    return {
      exitCode: 0,
      json: { file: out },
      human: ({ colours, quiet }) => (quiet ? '' : `${colours.green('✓')} wrote ${colours.bold(out)}\n`),
    };
  },
});

const isProfile = (word: string): word is Profile => (PROFILES as readonly string[]).includes(word);
