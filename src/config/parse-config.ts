import { inReadingOrder, type Diagnostic } from '../diagnostics/diagnostic.ts';
import type { JsonObject } from '../values/json.ts';
import { read } from '../values/shape.ts';
import { checkSettings, givenIn, type ConfigSource } from './check-settings.ts';
import { rules } from './config-rules.ts';
import { configShape, LOCAL, type Config, type Surroundings } from './config.ts';

export type ParsedConfig =
  | { readonly config: Config; readonly diagnostics: readonly [] }
  | { readonly config?: never; readonly diagnostics: readonly Diagnostic[] };

/** Checks declared settings one by one, then against each other, and fills in the defaults. */
export function parseConfig(source: ConfigSource, surroundings: Surroundings): ParsedConfig {
  const diagnostics = [...checkSettings(configShape, source), ...rules.flatMap((rule) => rule(source))];
  if (diagnostics.length > 0) return { diagnostics: inReadingOrder(withHiddenLines(diagnostics)) };
  const given = givenIn(source.data) as JsonObject;
  const targets = { [LOCAL]: {}, ...(given['targets'] as JsonObject | undefined) };
  const config = { ...surroundings, ...read({ ...given, targets }, configShape) };
  return { config: deepFreeze(config), diagnostics: [] };
}

function deepFreeze<T extends object>(value: T): T {
  for (const child of Object.values(value)) if (typeof child === 'object' && child !== null) deepFreeze(child);
  return Object.freeze(value);
}

/** If one problem hides the rest of its line, another problem on the same line must not show it. */
function withHiddenLines(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const byLine = Map.groupBy(diagnostics, ({ at }) => at.line);
  return [...byLine.values()].flatMap((onLine) => {
    const lineText = onLine.map(({ at }) => at.lineText).reduce((a, b) => (a.length <= b.length ? a : b));
    return onLine.map((diagnostic): Diagnostic => ({ ...diagnostic, at: { ...diagnostic.at, lineText } }));
  });
}
