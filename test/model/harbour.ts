import { memoryFiles, type ContentFiles } from '../../src/content/files.ts';
import { readContent } from '../../src/content/read-content.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import type { ModelSettings } from '../../src/model/broadcast.ts';
import { checkContent, type Checked } from '../../src/model/check-content.ts';

export const settings: ModelSettings = { timezone: 'Europe/Paris', locales: ['fr', 'en', 'es'] };

export const checkFiles = (files: ContentFiles): Checked =>
  checkContent(readContent(files, { prefix: 'content/' }), settings);

type Texts = Readonly<Record<string, string | Uint8Array>>;

/** A broadcast of these files, with a valid `broadcast.yaml` unless one is given. */
export const harbour = (texts: Texts): ContentFiles =>
  memoryFiles({ 'broadcast.yaml': 'name: Harbour festival\n', ...texts });

export const check = (texts: Texts): Checked => checkFiles(harbour(texts));

export const problems = (texts: Texts): readonly Diagnostic[] => check(texts).diagnostics;

/** The problems in short: `code line:column`. */
export const inShort = (texts: Texts): readonly string[] =>
  problems(texts).map(({ code, at }) => `${code} ${at.line}:${at.column}`);

/** All texts that a problem shows. */
export const textsOf = ({ message, suggestion, notes, at }: Diagnostic): string =>
  JSON.stringify([message, suggestion, notes, at.lineText]);
