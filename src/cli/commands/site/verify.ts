import { verify as call } from '../../../project/site/verify.ts';
import { count } from '../../../diagnostics/count.ts';
import type { DifferentFile, VerifyReport } from '../../../project/index.ts';
import { defineCommand, outcomeOf } from '../../command.ts';
import { givenTo, projectOf } from '../../open-project.ts';
import { stopSignal } from '../../stop-signal.ts';
import { firstOf } from '../../views/text/excerpts.ts';
import { code } from '../../views/text/markdown.ts';
import type { Style } from '../../views/text/style.ts';

export const command = defineCommand({
  arguments: [{ name: 'URL', about: call.options.url.about, required: true }],
  options: {
    ...call.options,
    at: { ...call.options.at, about: 'Compare with a build as of this time, such as 2027-06-18T20:00:00+02:00' },
  },
  examples: [
    { line: 'gitcast verify https://a.example', about: 'Builds this commit and compares every file' },
    { line: 'gitcast verify https://a.example/2027/', about: 'Verifies a site below a path' },
  ],
  async run(invocation) {
    const { context, arguments: words, options } = invocation;
    context.scrubEnvironment?.({});
    const project = projectOf(invocation, { signal: stopSignal(context) });
    const verified = await project.verify({ ...givenTo(call.options, options), url: words[0]! });
    const { report } = verified;
    return { ...outcomeOf(verified, (style) => verifyText(report, style)), markdown: () => verifyMarkdown(report) };
  },
});

const MOST = 20;
/** A published site compared with a build. */
function verifyText(report: VerifyReport, { colours, quiet }: Style): string {
  if (report.verified && quiet) return '';
  const { red, green, yellow, dim } = colours;
  const lines = sections(report).flatMap(({ title, items }) => [
    `${yellow(title)}`,
    ...firstOf(
      items.map((item) => `  ${item}`),
      MOST,
      (left) => dim(`  … and ${left} more; --json lists them`),
    ),
  ]);
  const mark = report.verified ? green('✓') : red('✗');
  return `${[...lines, `${mark} ${verdict(report)}`, ...asides(report).map((text) => dim(`  ${text}`))].join('\n')}\n`;
}

function verifyMarkdown(report: VerifyReport): string {
  const lists = sections(report).map(({ title, items }) => {
    const lines = items.map((item) => `- ${code(item)}`);
    return `#### ${title}\n\n${firstOf(lines, MOST, (left) => `- … and ${left} more`).join('\n')}`;
  });
  return `${[`### gitcast verify\n\n${report.verified ? '✓' : '✗'} ${verdict(report)}.`, ...lists, ...asides(report)].join('\n\n')}\n`;
}

interface Section {
  readonly title: string;
  readonly items: readonly string[];
}

function sections({ missing, unindexed, different, extra, unread }: VerifyReport): readonly Section[] {
  const reasons = Map.groupBy(unread, ({ reason }) => reason);
  return [
    { title: `missing (${missing.length})`, items: missing },
    {
      title: `served only with index.html in the address (${unindexed.length})`,
      items: unindexed,
    },
    { title: `different (${different.length})`, items: different.map(differenceWords) },
    { title: `published, but not part of the site (${extra?.length ?? 0})`, items: extra ?? [] },
    ...[...reasons].map(([reason, files]) => ({
      title: `not read (${files.length}): ${reason}`,
      items: files.map(({ path }) => path),
    })),
  ].filter(({ items }) => items.length > 0);
}

function differenceWords({ path, bytes, expected, redirected }: DifferentFile): string {
  const size = bytes === expected ? `${bytes} bytes as expected` : `${bytes} bytes instead of ${expected}`;
  return `${path} (${size}${redirected === undefined ? '' : `, redirected to ${redirected}`})`;
}

function verdict({ verified, url, commit, files, equal }: VerifyReport): string {
  const build = commit === null ? 'this build' : `the build of ${commit.slice(0, 7)}`;
  return verified
    ? `${url} equals ${build}: ${count(equal, 'file')}`
    : `${url} is not ${build}: ${equal} of ${count(files, 'file')} equal`;
}

function asides({ extra, unserved, unindexed, unread, files }: VerifyReport): readonly string[] {
  return [
    ...(unindexed.length === 0
      ? []
      : ["this host serves no index pages: verify the website's own address, or set index.html as its index document"]),
    ...(unread.length === files ? ['check the address in a browser, then run the command again'] : []),
    ...(unserved.length === 0 ? [] : [`not served by the host, as expected: ${unserved.join(', ')}`]),
    ...(extra === null && unread.length < files ? ['the host has no manifest, so other files on it are unknown'] : []),
  ];
}
