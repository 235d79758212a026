import { PUBLISHED } from '../../../project/site/site-wish.ts';
import { defineCommand } from '../../command.ts';
import { NO_CARDS_FLAG, SITE_FLAGS, targetFlag } from '../../flags.ts';
import { forEachBroadcast, WORKSPACE_FLAGS } from '../../for-each-broadcast.ts';
import { instantOption } from '../../option-values.ts';
import { buildOutcome, unchangedOutcome } from '../../views/build.ts';
import { VERBOSE_FLAG } from '../../views/left-out.ts';

export const build = defineCommand({
  arguments: [],
  options: {
    target: targetFlag('The target whose content is built'),
    out: {
      value: 'DIR',
      about: 'The output folder (default: `output` in the configuration); with --all a folder of sites',
    },
    ...SITE_FLAGS,
    'no-cards': NO_CARDS_FLAG,
    ...WORKSPACE_FLAGS,
    force: { about: 'Build even if `isWeb` is false or documents have errors; removes nothing' },
    manifest: { value: 'FILE', about: 'Write the digest of every file and the title of every page to this file' },
    'if-changed': {
      value: 'FILE|URL',
      about:
        'Build only if the commit or the time changed the site since the build with this manifest; `published` is the one of site record, and a newer one is kept',
    },
    'if-web': { about: 'Build nothing, and succeed, if `isWeb` is false' },
    verbose: VERBOSE_FLAG,
    'no-cache': { about: 'Render every file again, without what earlier builds remember in .gitcast/cache/' },
  },
  examples: [
    { line: 'gitcast build', about: 'Builds the site into dist/' },
    { line: 'gitcast build --now 2027-06-18T20:00:00+02:00', about: 'Builds the site as of that time' },
    { line: 'gitcast build --target staging --out staging', about: "Builds the staging target's content" },
    { line: 'gitcast build --manifest site.json', about: 'Also lists what was built, for site diff and verify' },
    { line: 'gitcast build --drafts --out preview', about: 'Builds with drafts, into another folder' },
  ],
  async run(invocation) {
    const { context, options } = invocation;
    context.scrubEnvironment?.({});
    context.limitHeap?.();
    const { target, out, drafts, gallery, force } = options;
    const at = instantOption(options.now);
    const wish = { target, at, drafts, gallery, cards: !options['no-cards'] };
    return forEachBroadcast(invocation, { command: 'build', atOnce: 1 }, async ({ project, below, file }) => {
      const last = options['if-changed'] === PUBLISHED ? PUBLISHED : file(options['if-changed']);
      const currency =
        last === undefined ? undefined : await project.currency({ ...wish, manifest: last, out: below(out) });
      if (currency?.unchanged) return unchangedOutcome(currency);
      const built = await project.build({
        ...wish,
        out: below(out),
        force,
        cache: !options['no-cache'],
        manifest: file(options.manifest),
        ifWeb: options['if-web'],
      });
      return buildOutcome(built, currency, options);
    });
  },
});
