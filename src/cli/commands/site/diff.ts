import { UserError } from '../../../diagnostics/errors.ts';
import { defineCommand } from '../../command.ts';
import { projectOf } from '../../open-project.ts';
import { oneOfOption } from '../../option-values.ts';
import { siteDiffMarkdown } from '../../views/site/site-diff-markdown.ts';
import { siteDiffText } from '../../views/site/site-diff.ts';

export const site = defineCommand({
  arguments: [
    { name: 'ACTION', completes: ['diff'], about: 'diff BASE NEW', required: true },
    { name: 'BASE', about: 'The site as it was: a folder, or the manifest of build --manifest as a file or URL' },
    { name: 'NEW', about: 'The site as it will be' },
  ],
  options: {
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
    { line: 'gitcast site diff base.json new.json --markdown', about: 'Prints a comment for a pull request' },
  ],
  async run(invocation) {
    const { arguments: words, options } = invocation;
    const [action = '', base, next] = words;
    oneOfOption('site', action, ['diff']);
    if (base === undefined || next === undefined) {
      throw new UserError('site diff needs two sites: BASE and NEW', {
        suggestion: 'make a manifest of each with gitcast build --manifest FILE, or name the two folders',
      });
    }
    const { report } = await projectOf(invocation).siteDiff({ base, next, pictures: options.pictures });
    const shown = { picturesUrl: options['pictures-url'], previewUrl: options['preview-url'] };
    return {
      exitCode: 0,
      json: report,
      human: (style) => (options.markdown ? siteDiffMarkdown(report, shown) : siteDiffText(report, style)),
      markdown: () => siteDiffMarkdown(report, shown),
    };
  },
});
