/** Walks through one document value by value: applies the value rules and collects its pointers, times and media. */
import type { Document } from '../content/document.ts';
import { diagnose, isError, wholeFile, type Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Path } from '../values/json.ts';
import { fileSchema } from '../kinds/file-form.ts';
import { walk } from '../kinds/walk.ts';
import type { Pointer } from './broadcast.ts';
import type { Library } from './library.ts';
import { misplacedSecrets } from './rules/values/secrets.ts';
import { mayFindErrors, valueRules } from './rules/rule-registry.ts';
import { NO_PROBLEM, type Problems, type ValueInDocument } from './rules/rule.ts';
import { localeNotShown } from './rules/values/locales.ts';
import { isLocalMedia } from './rules/values/media.ts';
import { isAddress } from './rules/values/pointers.ts';
import { checkLinks } from './rules/values/text-links.ts';
import { readTime } from './rules/values/times.ts';
import { isUrlFormat, sentUrl } from './rules/values/urls.ts';
import { traitsOf } from './traits.ts';

export interface Survey {
  readonly diagnostics: readonly Diagnostic[];
  readonly pointers: readonly Pointer[];
  readonly media: readonly Path[];
  readonly markdown: readonly Path[];
  /** The paths of values that only their own rule reports: credentials, and times that are numbers. */
  readonly ruled: readonly Path[];
  /** The values that are sent in another form: local times with their offset, URLs in ASCII. */
  readonly sentAs: readonly { readonly path: Path; readonly text: string }[];
  /** The fields with an error in them. */
  readonly faulty: ReadonlySet<string>;
}

/** A list that grew has room for 16 more: too much for what is kept of a hundred thousand documents. */
const trimmed = <T>(list: readonly T[]): readonly T[] => (list.length === 0 ? NONE : list.slice());
const NONE: readonly never[] = [];

const rulesForErrors = valueRules.filter(mayFindErrors);

export function survey(document: Document, library: Library, errorsOnly = false): Survey {
  const diagnostics: Diagnostic[] = [];
  const pointers: Pointer[] = [];
  const media: Path[] = [];
  const markdown: Path[] = [];
  const secrets: Path[] = [];
  const numericTimes: Path[] = [];
  const sentAs: { path: Path; text: string }[] = [];
  const faulty = new Set<string>();
  const kind = document.declaration;
  const root = document.data;
  const rules = errorsOnly ? rulesForErrors : valueRules;

  walk(fileSchema(kind), root, (visited) => {
    const { schema, value, path } = visited;
    const time = schema.format === 'instant' ? readTime({ schema, value, path, root, library }) : undefined;
    const inDocument: ValueInDocument = {
      ...visited,
      time,
      document,
      kind,
      root,
      library,
      errorsOnly,
      keySpan: () => document.source.keySpan(path),
      valueSpan: () => document.source.valueSpan(path),
    };
    for (const rule of rules) {
      const problems = rule.check(inDocument);
      if (problems === NO_PROBLEM) continue;
      for (const found of [problems].flat()) {
        diagnostics.push(found);
        if (isError(found) && path.length > 0) faulty.add(String(path[0]));
      }
    }
    if (schema['x-sensitive']) secrets.push(path);
    // Only its own rule reports a time that is a number.
    if (time && typeof value === 'number') numericTimes.push(path);
    if (typeof value !== 'string') return;
    if (schema['x-pointer']) pointers.push({ path, to: isAddress(value) ? { address: value } : { id: value } });
    if (schema['x-media'] && isLocalMedia(value)) media.push(path);
    if (schema['x-markdown']) markdown.push(path);
    if (time) {
      if (time.type === 'instant' && time.text !== value) sentAs.push({ path, text: time.text });
    } else if (isUrlFormat(schema.format)) {
      const text = sentUrl(value);
      if (text !== value) sentAs.push({ path, text });
    }
  });
  const inTexts = [...bodyProblems(document, library, errorsOnly), ...translationProblems(document, library)];
  const misplaced = misplacedSecrets(document, secrets);
  const all = [...diagnostics, ...misplaced, ...inTexts];
  return {
    diagnostics: all,
    pointers: trimmed(pointers),
    media: trimmed(media),
    markdown: trimmed(markdown),
    ruled: [...secrets, ...numericTimes],
    sentAs,
    faulty,
  };
}

function bodyProblems(document: Document, library: Library, errorsOnly: boolean): readonly Diagnostic[] {
  const { declaration, address, data, source, body, translations } = document;
  const isHidden = traitsOf(document).hidden !== undefined;
  const texts = body ? [{ data, source, body }, ...translations] : translations;
  const field = declaration.body;
  return texts.flatMap((text) => [
    ...(field !== undefined && Object.hasOwn(text.data, field) ? [bodyTwice(text, field)] : []),
    ...checkLinks(text.body.text, {
      library,
      errorsOnly,
      from: address,
      isHidden,
      spanOf: (place) => (place ? text.body.span(place.start, place.end) : text.body.span(0, 1)),
    }),
  ]);
}

const bodyTwice = ({ source }: Pick<Document, 'source'>, field: string): Diagnostic =>
  diagnose('duplicate-key', source.keySpan([field]), `\`${field}\` is already the text below the front matter`, {
    suggestion: 'remove it, and write the text below the front matter',
  });

/** A translation may only repeat what can be translated, and all of that is text. */
function translationProblems({ declaration, translations }: Document, { settings }: Library): readonly Diagnostic[] {
  const translated: readonly string[] = declaration.translated ?? [];
  return translations.flatMap(({ data, source, locale, inherited }) => [
    ...(inherited ? [] : [localeNotShown(locale, settings, () => wholeFile(source.file))].flat()),
    ...Object.entries(data).flatMap(([key, value]): Problems => {
      if (!translated.includes(key)) {
        return diagnose('unknown-key', source.keySpan([key]), `a translation cannot change \`${key}\``, {
          suggestion: `set it in the original; a translation has ${translated.join(', ')}`,
        });
      }
      if (value === null || typeof value === 'string') return NO_PROBLEM;
      return diagnose('wrong-type', source.valueSpan([key]), `expected text for \`${key}\``, {
        suggestion: 'put it in quotes',
      });
    }),
  ]);
}
