/** Diagnostics of the site: problems that appear only when it is built. */
import type { siteCodes } from '../diagnostics/codes/site.ts';
import { diagnose, type Diagnostic, type Span } from '../diagnostics/diagnostic.ts';

export type SiteCode = keyof typeof siteCodes | 'alias-taken' | 'same-alias' | 'unknown-words' | 'yaml-syntax';

export const siteProblem = (code: SiteCode, at: Span, message: string, suggestion?: string): Diagnostic =>
  diagnose(code, at, message, { suggestion });
