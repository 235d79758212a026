import { initProject } from '../../project/index.ts';
import { CI_HOSTS, CI_PUBLISH } from '../../project/calls/limits.ts';
import { defineCommand } from '../command.ts';
import { oneOfOption } from '../option-values.ts';
import { addedText, initText } from '../views/init.ts';

export const init = defineCommand({
  arguments: [{ name: 'DIR', about: 'The folder to create it in (default: the current folder)' }],
  options: {
    ci: {
      value: 'HOST',
      completes: CI_HOSTS,
      about: `The CI host: ${CI_HOSTS.join(', ')}; github for a new repository`,
    },
    publish: {
      value: 'WHERE',
      completes: CI_PUBLISH,
      about: `Where CI publishes the website: ${CI_PUBLISH.join(', ')}; gitcast if the configuration has \`publish\`, else pages`,
    },
    hooks: { about: 'Install a pre-commit hook that checks what is staged' },
    package: {
      value: 'VERSION|FILE',
      about: 'The gitcast that CI installs: a version, or a tarball from npm pack (default: the running version)',
    },
    promote: {
      value: 'TARGET|none',
      about: 'The target that CI promotes merges to (default: the second of two, unless merges go to production)',
    },
    force: { about: 'Overwrite existing files, except git hooks; edited files of CI are kept as FILE.orig' },
  },
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
    const { hooks, package: wanted, promote, force } = options;
    const ci = oneOfOption('--ci', options.ci, CI_HOSTS);
    const publish = oneOfOption('--publish', options.publish, CI_PUBLISH);
    const made = await initProject({ folder: cwd, dir, env, ci, publish, hooks, package: wanted, promote, force });
    return {
      exitCode: 0,
      confirms: true,
      json: made.report,
      human: (style) => (made.type === 'started' ? initText(made, style) : addedText(made, style)),
    };
  },
});
