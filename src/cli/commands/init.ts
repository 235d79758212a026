import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { initProject, type InitOptions } from '../../project/index.ts';
import { CONFIG_FILE } from '../../repository/load-config.ts';
import { initOptions } from '../../project/init/init-project.ts';
import { defineCommand, exitCodeOf } from '../command.ts';
import { givenTo } from '../open-project.ts';
import { addedText, initText } from '../views/init-view.ts';

/** A person who gives one of these knows what to create. */
const DECIDED = ['from', 'empty', 'name', 'timezone', 'ci', 'hooks', 'publish', 'package', 'force'] as const;

const isStarted = (folder: string): boolean => existsSync(join(folder, CONFIG_FILE));

/** Enter alone leads to a repository with examples. */
async function askAbout(ask: (question: string) => Promise<string>): Promise<Partial<InitOptions>> {
  const from = (await ask(`Import content from a file, a folder or a URL? (Enter: no) `)).trim();
  const name = (await ask('What is the event called? (Enter: an example to look at) ')).trim();
  if (from === '' && name === '') return {};
  const local = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const timezone = (
    await ask(`In which time zone is it? (Enter: ${from === '' ? local : 'the one of the source'}) `)
  ).trim();
  return {
    ...(from === '' ? { empty: true } : { from }),
    ...(name !== '' && { name }),
    ...(timezone !== '' ? { timezone } : from === '' && { timezone: local }),
  };
}

export const command = defineCommand({
  arguments: [{ name: 'DIR', about: initOptions.dir.about }],
  options: initOptions,
  examples: [
    { line: 'gitcast init my-festival', about: 'Creates a repository in the folder my-festival' },
    { line: 'gitcast init my-festival --from schedule.json', about: 'Begins with an export of another program' },
    { line: 'gitcast init my-festival --empty', about: 'Begins without example content' },
    { line: 'gitcast init --ci gitlab --hooks', about: 'Creates one here, or adds CI and the hook to an existing one' },
    {
      line: 'gitcast init --ci github',
      about: 'Writes the CI files again, and keeps an edited one as FILE.orig',
    },
    { line: 'gitcast init --ci github --publish none', about: 'For a website that its host builds itself' },
    { line: 'gitcast init --ci github --package gitcast-0.2.0.tgz', about: 'Makes CI install gitcast from a tarball' },
  ],
  async run({ context, arguments: [dir], options }) {
    const { cwd, env, ask } = context;
    const isOpen = ask && !options.json && !options.quiet && DECIDED.every((name) => options[name] === undefined);
    const answered = isOpen && !isStarted(resolve(cwd, dir ?? '.')) ? await askAbout(ask) : {};
    const made = await initProject({
      ...givenTo(initOptions, options),
      folder: cwd,
      env,
      ...(dir !== undefined && { dir }),
      ...answered,
    });
    const content = made.type === 'started' ? (made.imported ?? made.pulled) : undefined;
    return {
      exitCode: exitCodeOf(content?.ending ?? {}),
      confirms: true,
      json: made.report,
      human: (style) => (made.type === 'started' ? initText(made, style) : addedText(made, style)),
    };
  },
});
