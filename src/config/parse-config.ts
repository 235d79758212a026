import { inReadingOrder, type Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Config } from './config.ts';
import type { ConfigSource } from './config-source.ts';
import { checkSettings } from './check-settings.ts';
import { normalise, type Surroundings, type Written } from './normalise.ts';
import { rules } from './rules.ts';
import { settings } from './settings.ts';

export type ParsedConfig =
  | { readonly config: Config; readonly diagnostics: readonly [] }
  | { readonly config?: never; readonly diagnostics: readonly Diagnostic[] };

/** Checks declared settings one by one, then against each other, and fills in the defaults. */
export function parseConfig(source: ConfigSource, surroundings: Surroundings): ParsedConfig {
  const diagnostics = [...checkSettings(settings, source), ...rules.flatMap((rule) => rule(source))];
  if (diagnostics.length > 0) return { diagnostics: inReadingOrder(withHiddenLines(diagnostics)) };
  return { config: normalise((source.data ?? {}) as Written, surroundings), diagnostics: [] };
}

/** If one problem hides the rest of its line, another problem on the same line must not show it. */
function withHiddenLines(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const byLine = Map.groupBy(diagnostics, ({ at }) => at.line);
  return [...byLine.values()].flatMap((onLine) => {
    const lineText = onLine.map(({ at }) => at.lineText).reduce((a, b) => (a.length <= b.length ? a : b));
    return onLine.map((diagnostic): Diagnostic => ({ ...diagnostic, at: { ...diagnostic.at, lineText } }));
  });
}
