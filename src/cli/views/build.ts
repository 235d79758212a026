import { isError } from '../../diagnostics/diagnostic.ts';
import type { BuildResult } from '../../render/build.ts';
import { count } from './count.ts';
import { groupTexts } from './human.ts';
import { diagnosticJson } from './json.ts';
import type { Style } from './style.ts';

export function buildJson({
  pages,
  files,
  written,
  unchanged,
  removed,
  replaced,
  bytes,
  nextChange,
  published,
  diagnostics,
}: BuildResult): object {
  return {
    published,
    pages,
    files,
    written,
    unchanged,
    removed,
    replaced,
    bytes,
    next_change: instant(nextChange),
    diagnostics: diagnostics.map(diagnosticJson),
  };
}

interface Built {
  readonly result: BuildResult;
  readonly folder: string;
  readonly trash: string;
  readonly failed: boolean;
}

export function buildText({ result, folder, trash, failed }: Built, style: Style): string {
  const { pages, files, written, removed, kept, replaced, bytes, nextChange, diagnostics } = result;
  const { colours, quiet } = style;
  const problems = groupTexts(diagnostics, style);
  if (!result.published) {
    const errors = count(diagnostics.filter(isError).length, 'error');
    const failure = `${colours.red('✗')} build failed with ${errors}: ${colours.bold(folder)} is as it was`;
    return `${[...problems, failure].join('\n\n')}\n`;
  }
  if (quiet) return problems.length === 0 ? '' : `${problems.join('\n\n')}\n`;
  const changes = [`${written} written`, ...(removed > 0 ? [`${removed} removed`] : [])].join(', ');
  const verdict = [
    `${failed ? colours.red('✗') : colours.green('✓')} ${colours.bold(folder)}: ${count(pages, 'page')}, ${count(files, 'file')} (${changes}), ${megabytes(bytes)}`,
    ...(kept.length === 0
      ? []
      : [colours.yellow(`  no longer part of the site, but changed by somebody, so they stay: ${kept.join(', ')}`)]),
    ...(replaced.length === 0
      ? []
      : [
          colours.yellow(
            `  ${count(replaced.length, 'file')} that gitcast had not written ${replaced.length === 1 ? 'was' : 'were'} replaced, with a copy in ${trash}: ${someOf(replaced)}`,
          ),
        ]),
    ...(nextChange === undefined
      ? []
      : [colours.dim(`  the same content makes another site from ${instant(nextChange)} on`)]),
  ].join('\n');
  return `${[...problems, verdict].join('\n\n')}\n`;
}

const SHOWN = 5;

const someOf = (paths: readonly string[]): string =>
  [...paths.slice(0, SHOWN), ...(paths.length > SHOWN ? [`and ${paths.length - SHOWN} more`] : [])].join(', ');

const instant = (epoch: number | undefined): string | null =>
  epoch === undefined ? null : new Date(epoch).toISOString().replace('.000Z', 'Z');

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
