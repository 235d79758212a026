import type { TemplateFunction } from 'eta/core';

interface CompiledTemplate {
  /** The checksum of the text that it was made from. */
  readonly checksum: number;
  readonly run: TemplateFunction;
}

/** Compiling its templates is a tenth of the first build of a small site, so `scripts/build.ts` replaces this by all of them. */
export const compiledTheme: ReadonlyMap<string, CompiledTemplate> = new Map();
