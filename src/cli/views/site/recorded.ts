import { count } from '../../../diagnostics/count.ts';
import type { RecordedSite } from '../../../project/index.ts';
import type { Style } from '../text/style.ts';

export function recordedText({ ref, pages, next_change: until }: RecordedSite, { colours }: Style): string {
  const change = until === null ? '' : `; it changes at ${until} by itself`;
  return `${colours.green('✓')} recorded the published site with ${count(pages, 'page')} on ${ref}${change}\n`;
}
