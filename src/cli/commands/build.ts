import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { isError } from '../../diagnostics/diagnostic.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { checkContent } from '../../model/check-content.ts';
import type { BuildResult } from '../../render/build.ts';
import { buildSite } from '../../render/build-site.ts';
import { diskCache } from '../../render/images/variant-cache.ts';
import { diskStore, outputKeptIn } from '../../render/writer/disk-store.ts';
import { createWriter } from '../../render/writer/writer.ts';
import { jobsFor, startHelpers, type HelperFlags, type StartedHelpers } from '../build-helpers/helpers.ts';
import { outputFolder } from '../output-folder.ts';
import { defineCommand } from '../command.ts';
import { instantOption } from '../instant-option.ts';
import { loadConfig } from '../load-config.ts';
import { integerOption } from '../option-values.ts';
import { mediaReader, modelSettings, readRepository, shownFrom, siteUrlOf } from '../repository.ts';
import { targetNamed } from '../named-target.ts';
import { scrubbed } from '../scrub-environment.ts';
import { templateFolders } from '../template-folders.ts';
import { buildJson, buildText } from '../views/build.ts';

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
  async run({ context: { cwd, env, now, scrubEnvironment }, options }) {
    scrubEnvironment?.({});
    const config = loadConfig({ configFile: options.config, cwd, env });
    const { name: target } = targetNamed(config, options.target ?? config.defaultTarget);
    const folder = outputFolder(config, cwd, options.out);
    const output = outputKeptIn(join(config.root, '.gitcast'), folder);
    const moment = instantOption(options.now) ?? now().getTime();
    const { drafts, gallery, force } = options;
    const jobs = integerOption('jobs', options.jobs, { least: 1, most: 64 }) ?? jobsFor(config);
    const input = { configFile: options.config, cwd, env: scrubbed(env), target, output, now: moment, drafts, gallery };
    const helpers = startHelpers(jobs - 1, input);
    const result = await buildContent({ ...input, config, force, helpers }).finally(helpers.close);
    const failed = result.diagnostics.some(isError);
    return {
      exitCode: failed ? 1 : 0,
      json: buildJson(result),
      human: (style) =>
        buildText(
          { result, folder: `${shownFrom(cwd, folder)}/`, trash: `${shownFrom(cwd, output.trash)}/`, failed },
          style,
        ),
      diagnostics: result.diagnostics,
    };
  },
});

interface Build extends HelperFlags {
  readonly config: Config;
  readonly force: boolean;
  readonly helpers: StartedHelpers;
}

async function buildContent({ config, cwd, target, output, helpers, ...flags }: Build): Promise<BuildResult> {
  const { broadcast, diagnostics } = checkContent(readRepository(config, cwd, target), modelSettings(config));
  const errors = diagnostics.filter(isError);
  // A site without its own name, menu and theme is no site.
  const isWhole = broadcast.entities.has('broadcast');
  if (errors.length > 0 && !(flags.force && isWhole)) {
    const files = new Set(errors.map(({ at }) => at.file)).size;
    throw new UserError(`build failed: ${files === 1 ? '1 file has' : `${files} files have`} errors`, {
      suggestion: isWhole
        ? 'fix them, or build the others with --force'
        : 'fix them: nothing is built without the broadcast',
      diagnostics: errors,
    });
  }
  const { now, drafts, gallery, force } = flags;
  const shared = helpers.of(broadcast);
  return await buildSite({
    broadcast,
    problems: errors,
    now,
    drafts,
    gallery,
    force,
    url: siteUrlOf(config, target),
    readMedia: mediaReader(broadcast, cwd),
    templateFolders: templateFolders(config, cwd),
    writer: createWriter(diskStore(output)),
    cache: diskCache(join(config.root, '.gitcast', 'cache', 'images')),
    ...(shared && { helpers: shared }),
  });
}
