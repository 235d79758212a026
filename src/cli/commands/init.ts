import { initProject } from '../../project/index.ts';
import { CI_HOSTS } from '../../project/start/ci-files.ts';
import { defineCommand } from '../command.ts';
import { oneOfOption } from '../option-values.ts';
import { addedText, initText } from '../views/init.ts';

export const init = defineCommand({
  arguments: [{ name: 'DIR', about: 'The folder to start in; this one when it is left out' }],
  options: {
    ci: { value: 'HOST', about: `What CI runs on: ${CI_HOSTS.join(', ')}; github for a new repository` },
    hooks: { about: 'Install a git hook that checks what is staged before every commit' },
    package: {
      value: 'VERSION|FILE',
      about: 'The gitcast that CI installs: a version, or a tarball of npm pack; otherwise the one that runs now',
    },
    force: { about: 'Overwrite files that are there; a git hook never' },
  },
  examples: [
    { line: 'gitcast init my-festival', about: 'Starts a repository in the folder my-festival' },
    { line: 'gitcast init --ci gitlab --hooks', about: 'Starts one here; in an existing repository, adds only these' },
    { line: 'gitcast init --ci github --package gitcast-0.2.0.tgz', about: 'Lets CI install gitcast from a tarball' },
  ],
  async run({ context: { cwd, env }, arguments: [dir], options }) {
    const { hooks, package: wanted, force } = options;
    const ci = oneOfOption('--ci', options.ci, CI_HOSTS);
    const made = await initProject({ folder: cwd, dir, env, ci, hooks, package: wanted, force });
    return {
      exitCode: 0,
      json: made.report,
      human: (style) => (made.type === 'started' ? initText(made, style) : addedText(made, style)),
    };
  },
});
