// Without its reading of files, for which it would load Node's streams.
import { Eta } from 'eta/core';
import { crc32 } from 'node:zlib';
import { nearest } from '../../diagnostics/nearest.ts';
import { compiledTheme } from './compiled-theme.ts';
import { awaits, looseBrace, syntaxLine, TemplateError } from './template-error.ts';
import type { TemplateFolder } from './template-folder.ts';

export type Templates = ReturnType<typeof createTemplates>;

interface Source {
  readonly file: string;
  readonly text: string;
}

/** Templates from several folders. The first folder that has a template wins, so a user can override any of them. */
export function createTemplates({ folders }: { readonly folders: readonly TemplateFolder[] }) {
  const sources = new Map<string, Source>();
  // As of one moment: a page that is rendered later does not see a file that was added since, and may be gone again.
  const look = () => folders.map((folder) => ({ ...folder, has: folder.look?.() ?? (() => true) }));
  let looked = look();
  /** The templates that are being rendered, each called by the one before. */
  let depth = 0;

  /** A file beside the templates that need not exist. */
  const optional = (path: string): Source | undefined => {
    const found = sources.get(path);
    if (found) return found;
    const isInside = !path.startsWith('/') && !path.split(/[/\\]/).includes('..');
    for (const { label, read, has } of isInside ? looked : []) {
      const text = has(path) ? read(path) : undefined;
      if (text === undefined) continue;
      const source = { file: `${label}/${path}`, text };
      sources.set(path, source);
      return source;
    }
    return undefined;
  };
  const find = (path: string): Source => {
    const source = optional(path);
    if (source) return source;
    const meant = nearest(path, new Set([...sources.keys(), ...folders.flatMap(({ paths }) => paths())]));
    throw new MissingTemplate(`there is no template ${path}${meant === undefined ? '' : `; did you mean ${meant}?`}`);
  };

  const eta = newEta();
  const faultAt = (path: string, line: number, error: unknown): TemplateError => {
    if (error instanceof TemplateError) return error; // thrown by a template inside this one
    const reason = error instanceof Error ? error.message : String(error);
    const { file, text } = sources.get(path) ?? { file: path, text: '' };
    const lineText = text.split(/\r?\n/)[line - 1] ?? '';
    return new TemplateError({ template: nameOf(path), file, line, lineText, reason }, error);
  };
  eta.resolvePath = (name) => `${name}.eta`;
  eta.readFile = (path) => find(path).text;
  // `compile` is a property of the instance in the library too, so the previous value is the library's.
  const compile = eta.compile;
  eta.compile = function (text, options) {
    const ready = compiledTheme.get(options?.filepath ?? '');
    if (ready?.checksum === crc32(text)) return ready.run;
    try {
      return compile.call(this, text, options);
    } catch (error) {
      throw syntaxFault(
        error,
        { template: text, compiled: () => this.compileToString(text, options) },
        (line, reason) => faultAt(options?.filepath ?? '', line, reason),
      );
    }
  };
  eta.RuntimeErr = (error, _, line, path) => {
    throw faultAt(path, line, error);
  };

  const compiled = new Map<string, (data: object) => string>();
  /** A page is made of dozens of templates, and the library looks for the path of each. */
  const run = (name: string, data: object): string => {
    const ready = compiled.get(name);
    if (ready) return ready(data);
    const text = eta.render(name, data);
    const options = { filepath: `${name}.eta`, async: false };
    const template = eta.templatesSync.get(options.filepath);
    if (template) compiled.set(name, (each) => template.call(eta, each, options));
    return text;
  };

  return {
    /** Throws a TemplateError. Templates may call it recursively through their data. */
    render(name: string, data: object): string {
      depth++;
      try {
        return depth > 1 ? run(name, data) : withoutExit(() => run(name, data));
      } catch (error) {
        // The mistake is in the template that calls it, which adds its own line.
        if (error instanceof MissingTemplate && depth > 1) throw error;
        throw faultAt(`${name}.eta`, 1, error);
      } finally {
        depth--;
      }
    },
    /** A file beside the templates, such as `assets/css/base.css`. */
    text: (path: string): string => find(path).text,
    optional,
    /** The current text of a template; undefined if it does not exist. */
    source(name: string): string | undefined {
      try {
        return find(`${name}.eta`).text;
      } catch {
        return undefined;
      }
    },
    /** Clears the cache, after a template was changed, added or removed. */
    forget(): void {
      sources.clear();
      looked = look();
      eta.templatesSync.reset();
      compiled.clear();
    },
  };
}

/** `debug`: functions know the line they are at. */
export const newEta = (): Eta =>
  new Eta({ cache: true, debug: true, autoEscape: true, autoFilter: true, filterFunction: shown });

class MissingTemplate extends Error {}

/** A template that ended the process would end the build, and a CI job would take that for a success. */
function withoutExit<Value>(task: () => Value): Value {
  const { exit } = process;
  process.exit = () => {
    throw new Error('a template cannot end the process: remove process.exit()');
  };
  try {
    return task();
  } finally {
    process.exit = exit;
  }
}

const nameOf = (path: string): string => path.replace(/\.eta$/, '');

/** An empty text for missing values, so that a page never shows `undefined`. */
const shown = (value: unknown): string =>
  value === undefined || value === null || value === false ? '' : String(value);

const NO_AWAIT = 'a template cannot use await: pages are made from values that are there already, so load them before';

function syntaxFault(
  error: unknown,
  { template, compiled }: { readonly template: string; readonly compiled: () => string },
  fault: (line: number, reason: string) => TemplateError,
): unknown {
  if (!(error instanceof Error)) return error;
  // Eta's own errors have a position; JavaScript errors come with the whole compiled function instead.
  const own = /^(.*?) at line (\d+) col \d+/.exec(error.message);
  if (own) return fault(Number(own[2]), own[1]!);
  const reason = error.message.replace(/^Bad template syntax\s+/, '').split('\n', 1)[0]!;
  // The compiled function puts everything between `try {` and `} catch`.
  const loose = /\bcatch\b/.test(reason) ? looseBrace(template) : undefined;
  if (loose) return fault(loose.line, loose.reason);
  const line = syntaxLine(compiled());
  return fault(line, awaits(template, line) ? NO_AWAIT : reason);
}
