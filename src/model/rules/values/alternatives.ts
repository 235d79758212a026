import { diagnose, type Diagnostic, type Span } from '../../../diagnostics/diagnostic.ts';
import { isObject, valueAt, type Path } from '../../../values/json.ts';
import { aKind, type Library } from '../../library.ts';
import { traitsOf } from '../../traits.ts';
import { NO_PROBLEM, type Problems, type ValueInDocument, type ValueRule } from '../rule.ts';

const PICTURE = /^media\/.*\.(?:jpe?g|png|webp|avif|gif|svg)$/i;

/** Pictures that pages show by themselves: logos, backgrounds and the pictures of cards are beside their names. */
export const alternatives: ValueRule = {
  codes: ['alt-missing'],
  check(visited) {
    const { schema, value, path, document, kind, library, valueSpan } = visited;
    if (!schema['x-media'] || typeof value !== 'string' || !PICTURE.test(value)) return NO_PROBLEM;
    if (!isShownAlone(visited) || isDescribed(visited) || traitsOf(document).hidden) return NO_PROBLEM;
    if (!library.hasMedia(value) || altOf(value, library) !== undefined) return NO_PROBLEM;
    const where = path.includes('blocks') ? 'a block of' : 'the picture of';
    return undescribed(`${where} ${aKind(kind)} has no alternative text`, descriptionOf(value), valueSpan);
  },
};

/** A map has its title instead. */
function isShownAlone({ kind, path }: ValueInDocument): boolean {
  if (path.at(path.at(-1) === 'url' ? -4 : -3) === 'values') return path.includes('blocks') && path.includes('media');
  return kind.name !== 'map' && path[0] === kind.page?.picture;
}

/** Beside the URL, or beside the media value in a block. */
function isDescribed({ root, path }: ValueInDocument): boolean {
  const around = (path.at(-1) === 'url' ? [-1, -2] : [-1]).map((end): Path => path.slice(0, end));
  return around.some((each) => {
    const object = valueAt(root, each);
    return isObject(object) && typeof object['alt'] === 'string';
  });
}

const descriptionOf = (name: string): string => name.replace(/\.[^./]+$/, '');

function altOf(name: string, { factOf }: Library): 'text' | 'empty' | undefined {
  const fact = factOf(descriptionOf(name));
  return fact?.type === 'document' ? fact.alt : undefined;
}

/** A text has its own words for a picture, unless the picture is decoration everywhere. */
export const undescribedInText = (name: string, library: Library, at: () => Span): Problems =>
  altOf(name, library) === 'empty'
    ? NO_PROBLEM
    : undescribed('a picture in a text has no alternative text', descriptionOf(name), at, 'between its brackets');

const undescribed = (message: string, description: string, at: () => Span, where?: string): Diagnostic =>
  diagnose('alt-missing', at(), message, {
    suggestion: `write what it shows ${where ?? `as \`alt\` in ${description}.yaml`}; for decoration, write \`alt: ""\` in ${description}.yaml`,
  });
