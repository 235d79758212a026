import { diagnose } from '../../../diagnostics/diagnostic.ts';
import { NATIVE_SCREENS } from '../../../kinds/shapes/navigator.ts';
import { keyOfPath } from '../../../values/former-path.ts';
import { readAlias } from '../../aliases.ts';
import { namesLocale, pageAddress, screenPath } from '../../site-paths.ts';
import { NO_PROBLEM, type ValueRule } from '../rule.ts';

const SCREENS: ReadonlySet<string> = new Set(NATIVE_SCREENS.map(screenPath));

/** Former addresses that no page can have had, and those that a document or a screen has now. A build knows all pages. */
export const aliases: ValueRule = {
  codes: ['alias-form', 'alias-taken'],
  check({ value, path, document, kind, library, errorsOnly, valueSpan }) {
    if (path.length !== 2 || path[0] !== '$aliases' || typeof value !== 'string') return NO_PROBLEM;
    const alias = readAlias(value, [...library.kinds.values()]);
    if (alias.type === 'problem') {
      const { problem, suggestion } = alias;
      return diagnose('alias-form', valueSpan(), `\`${value}\` is no former address: ${problem}`, { suggestion });
    }
    // Categories have pages in a large programme only.
    if (errorsOnly || (alias.type === 'address' && !alias.kind.page)) return NO_PROBLEM;
    const isInFolder = namesLocale(alias.page, library.settings.locales);
    const page = keyOfPath(isInFolder ? alias.page.replace(/^\/[^/]+/, '') : alias.page);
    const { $slug: slug, $aliases: all } = document.data;
    const isOwn = page === `/${pageAddress(kind, document.address, typeof slug === 'string' ? slug : undefined)}/`;
    if (!isOwn && !library.hasPage(page) && !SCREENS.has(page)) return NO_PROBLEM;
    // Calendars know an entry by its oldest address, also when a page has that again.
    const isFormer = !isOwn || (Array.isArray(all) && value !== all.at(-1));
    if (kind.page?.programme && alias.type === 'address' && isFormer) return NO_PROBLEM;
    const what = isOwn ? 'the address that the page has now' : 'an existing page, which stays';
    return diagnose('alias-taken', valueSpan(), `\`${value}\` is ${what}`, { suggestion: 'remove it' });
  },
};
