import { initProject } from '../../project/index.ts';
import { initOptions } from '../../project/init/init-project.ts';
import { defineCommand } from '../command.ts';
import { givenTo } from '../open-project.ts';
import { addedText, initText } from '../views/init-view.ts';

export const command = defineCommand({
  arguments: [{ name: 'DIR', about: initOptions.dir.about }],
  options: initOptions,
  examples: [
    { line: 'gitcast init my-festival', about: 'Creates a repository in the folder my-festival' },
    { line: 'gitcast init --ci gitlab --hooks', about: 'Creates one here, or adds CI and the hook to an existing one' },
    {
      line: 'gitcast init --ci github',
      about: 'Updates the CI files that an earlier version wrote, and shows your edits',
    },
    { line: 'gitcast init --ci github --publish netlify', about: 'Makes CI publish the website on Netlify' },
    { line: 'gitcast init --ci github --package gitcast-0.2.0.tgz', about: 'Makes CI install gitcast from a tarball' },
  ],
  async run({ context: { cwd, env }, arguments: [dir], options }) {
    const made = await initProject({ ...givenTo(initOptions, options), folder: cwd, dir, env });
    return {
      exitCode: 0,
      confirms: true,
      json: made.report,
      human: (style) => (made.type === 'started' ? initText(made, style) : addedText(made, style)),
    };
  },
});
