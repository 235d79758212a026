import { defineCommand } from '../command.ts';
import { exitCodeOf } from '../exit-code.ts';
import { projectOf } from '../open-project.ts';
import { instantOption, integerOption } from '../option-values.ts';
import { buildText } from '../views/build.ts';

export const build = defineCommand({
  arguments: [],
  options: {
    target: { value: 'NAME', about: 'Build what this target has; otherwise the defaultTarget of the configuration' },
    out: { value: 'DIR', about: 'Where to write it; otherwise `output` of the configuration' },
    now: { value: 'INSTANT', about: 'Build for this moment instead of now, such as 2027-06-10T09:00:00Z' },
    drafts: { about: 'Show drafts and what is scheduled for later' },
    gallery: { about: 'Add /gallery/, every block in every format' },
    force: { about: 'Build although `isWeb` is false, or something has errors; nothing is removed then' },
    jobs: { value: 'N', about: 'How many processes make pages; otherwise as many as pay for the size of the content' },
  },
  examples: [
    { line: 'gitcast build', about: 'Renders the site into dist/' },
    { line: 'gitcast build --now 2027-06-18T20:00:00+02:00', about: 'Renders it as it will be then' },
    { line: 'gitcast build --target staging --out staging', about: "Renders the staging target's content" },
    { line: 'gitcast build --drafts --out preview', about: 'Renders drafts too, elsewhere' },
  ],
  async run(invocation) {
    const { context, options } = invocation;
    context.scrubEnvironment?.({});
    const { target, out, drafts, gallery, force } = options;
    const at = instantOption(options.now);
    const jobs = integerOption('jobs', options.jobs, { least: 1, most: 64 });
    const built = await projectOf(invocation).build({ target, out, at, drafts, gallery, force, jobs });
    return {
      exitCode: exitCodeOf(built.ending),
      json: built.report,
      human: (style) => buildText(built, style),
      diagnostics: built.diagnostics,
    };
  },
});
