import type { TemplateFolder } from './template-folder.ts';

/**
 * A template is code: one that may read the clock, the language and time zone of the machine, the environment or other
 * files makes another page from the same content. `readFile` is a function of the template engine.
 */
const READS_MORE =
  /\b(?:process|global|globalThis|Date|Temporal|Intl|toLocale\w*|localeCompare|random\w*|crypto|performance|navigator|fetch|readFile|require|import|Function|eval|constructor)\b/;

/** True if a template of the site's own may read more than the page. Those of gitcast read nothing else. */
export const readsMore = (folders: readonly TemplateFolder[]): boolean =>
  folders.some(
    ({ isOwn, paths, read }) =>
      isOwn === true && paths().some((path) => path.endsWith('.eta') && READS_MORE.test(read(path) ?? '')),
  );
