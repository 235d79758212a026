import { UserError } from '../../../diagnostics/errors.ts';
import { defineCommand } from '../../command.ts';
import { targetFlag } from '../../flags.ts';
import { projectOf } from '../../open-project.ts';
import { oneOfOption } from '../../option-values.ts';
import { recordedText } from '../../views/site/results.ts';
import { siteDiffMarkdown } from '../../views/site/site-diff-markdown.ts';
import { siteDiffText } from '../../views/site/site-diff.ts';

const ACTIONS = ['diff', 'record'] as const;

export const site = defineCommand({
  arguments: [
    { name: 'ACTION', completes: ACTIONS, about: 'diff BASE NEW, or record FILE', required: true },
    {
      name: 'BASE',
      about: 'The site as it was: a folder, a manifest of build --manifest as a file or URL, or published',
    },
    { name: 'NEW', about: 'The site as it will be' },
  ],
  options: {
    target: targetFlag('The target whose published site is recorded or compared'),
    'allow-rollback': { about: 'With record: replace the record of a site from a newer commit' },
    markdown: { about: 'Print Markdown, for a review comment' },
    pictures: {
      value: 'DIR',
      about: 'Write pictures of up to eight pages before and after, where a browser is installed',
    },
    'pictures-url': {
      value: 'URL',
      about: 'Where the folder of the pictures will be readable; Markdown shows them then',
    },
    'preview-url': { value: 'URL', about: 'Where the new site can be viewed; Markdown links to it' },
  },
  examples: [
    { line: 'gitcast site diff base.json new.json', about: 'Compares two manifests of build --manifest' },
    { line: 'gitcast site diff base/ dist/ --pictures pictures', about: 'Compares two folders, with pictures' },
    { line: 'gitcast site record site.json', about: 'Records the site that was published, on refs/gitcast/site/' },
    { line: 'gitcast site diff published new.json --markdown', about: 'Compares with it, for a pull request' },
  ],
  async run(invocation) {
    const { arguments: words, options } = invocation;
    const [given = '', base, next] = words;
    const action = oneOfOption('site', given, ACTIONS);
    const project = projectOf(invocation);
    const { target } = options;
    if (action === 'record') {
      if (base === undefined || next !== undefined) {
        throw new UserError('site record needs one manifest', {
          suggestion: 'make it with gitcast build --manifest FILE, publish the site, then run gitcast site record FILE',
        });
      }
      const recorded = await project.recordSite({ manifest: base, target, allowRollback: options['allow-rollback'] });
      return { exitCode: 0, json: recorded, human: (style) => recordedText(recorded, style), confirms: true };
    }
    if (base === undefined || next === undefined) {
      throw new UserError('site diff needs two sites: BASE and NEW', {
        suggestion: 'make a manifest of each with gitcast build --manifest FILE, or name the two folders',
      });
    }
    const { report } = await project.siteDiff({ base, next, pictures: options.pictures, target });
    const shown = { picturesUrl: options['pictures-url'], previewUrl: options['preview-url'] };
    return {
      exitCode: 0,
      json: report,
      human: (style) =>
        options.markdown ? siteDiffMarkdown(report, shown) : siteDiffText(report, style, options.pictures),
      markdown: () => siteDiffMarkdown(report, shown),
    };
  },
});
