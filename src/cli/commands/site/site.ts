import { UserError } from '../../../diagnostics/errors.ts';
import { flag, text, wordOf } from '../../../project/calls/option.ts';
import { recordSite } from '../../../project/site/record-site.ts';
import { siteDiff } from '../../../project/site/site-diff.ts';
import { defineCommand, shown } from '../../command.ts';
import { projectOf } from '../../open-project.ts';
import { siteDiffMarkdown } from '../../views/site/site-diff-markdown.ts';
import { recordedOutcome, siteDiffText } from '../../views/site/site-diff-view.ts';

const ACTIONS = ['diff', 'record'] as const;

export const command = defineCommand({
  arguments: [
    { name: 'ACTION', completes: ACTIONS, about: 'diff BASE NEW, or record FILE', required: true },
    {
      name: 'BASE',
      about: siteDiff.options.base.about,
    },
    { name: 'NEW', about: siteDiff.options.next.about },
  ],
  options: {
    ...siteDiff.options,
    ...recordSite.options,
    markdown: flag('Print Markdown, for a review comment'),
    picturesUrl: text('URL', 'Where the folder of the pictures will be readable; Markdown shows them then'),
    previewUrl: text('URL', 'Where the new site can be viewed; Markdown links to it'),
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
    const action = wordOf(`site cannot be ${given}`, given, ACTIONS);
    const project = projectOf(invocation);
    const { target } = options;
    if (action === 'record') {
      if (base === undefined || next !== undefined) {
        throw new UserError('site record needs one manifest', {
          suggestion: 'make it with gitcast build --manifest FILE, publish the site, then run gitcast site record FILE',
        });
      }
      const recorded = await project.recordSite({ manifest: base, target, allowRollback: options.allowRollback });
      return recordedOutcome(recorded);
    }
    if (base === undefined || next === undefined) {
      throw new UserError('site diff needs two sites: BASE and NEW', {
        suggestion: 'make a manifest of each with gitcast build --manifest FILE, or name the two folders',
      });
    }
    const { report } = await project.siteDiff({ base, next, pictures: options.pictures, target });
    const markdown = (): string => siteDiffMarkdown(report, options);
    return {
      ...shown(report, (style) => (options.markdown ? markdown() : siteDiffText(report, style, options.pictures))),
      markdown,
    };
  },
});
