/** Rules that affect only what is in the file. Not included: @import and @namespace. */
const AT_RULES = new Set([
  'media',
  'supports',
  'keyframes',
  '-webkit-keyframes',
  '-moz-keyframes',
  'font-face',
  'layer',
  'container',
  'charset',
  'property',
]);

/** Functions that compute, draw or select. Not included: image-set(), src() and others that load something. */
const FUNCTIONS = new Set(
  (
    'rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark device-cmyk icc-color cmyk ' +
    'calc min max clamp round mod rem sin cos tan sqrt pow abs sign var env attr counter ' +
    'matrix matrix3d translate translatex translatey translatez translate3d rotate rotatex rotatey rotatez rotate3d ' +
    'scale scalex scaley scalez scale3d skew skewx skewy perspective ' +
    'linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient ' +
    'polygon circle ellipse inset path ray rect xywh ' +
    'blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia ' +
    'cubic-bezier steps linear format local fit-content minmax repeat ' +
    'not is where has nth-child nth-last-child nth-of-type nth-last-of-type lang dir ' +
    'and or selector style accesskey wallclock'
  ).split(' '),
);

const IN_BRACKETS = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^"'()\s]*))\s*\)/iy;
const INSIDE = /^#/;
const DATA =
  /^data:(?:image\/(?:png|jpe?g|gif|webp|avif)|(?:font|application)\/[\w.+-]*(?:font|woff2?|ttf|otf|opentype|truetype)[\w.+-]*)[;,]/i;

/**
 * The reason why CSS in a drawing, or a value that may be CSS, must not be published: it could load something. The text is
 * searched as it is, including strings and comments, because finding their ends would take a parser that agrees with every
 * browser.
 */
export function styleProblem(css: string, { isSheet = false } = {}): string | undefined {
  if (css.includes('\\')) return 'it has a backslash in a style, which can hide a URL';
  // An attribute has no rules, and Inkscape uses @ for the axes of a font.
  for (const [, rule] of isSheet ? css.matchAll(/@([\w-]*)/g) : []) {
    if (rule!.toLowerCase() === 'import') return 'it imports a style sheet (@import)';
    if (!AT_RULES.has(rule!.toLowerCase())) return `it has @${rule} in a style, which is not allowed`;
  }
  // Most attributes call no function, and this test is far cheaper than the pattern.
  if (!css.includes('(')) return undefined;
  for (const { index, 1: name } of css.matchAll(/([\w-]+)\(/g)) {
    const problem = name!.toLowerCase() === 'url' ? urlProblem(css, index) : functionProblem(name!);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function urlProblem(css: string, at: number): string | undefined {
  IN_BRACKETS.lastIndex = at;
  const match = IN_BRACKETS.exec(css);
  if (!match) return 'it has a url() in a style that cannot be parsed';
  const target = (match[1] ?? match[2] ?? match[3]!).trim();
  return INSIDE.test(target) || DATA.test(target) ? undefined : outside(target);
}

/** Functions such as `grayscale(1)` and selectors such as `nth-child(2)` are known. */
const functionProblem = (name: string): string | undefined =>
  FUNCTIONS.has(name.toLowerCase()) || /^[\d.]/.test(name)
    ? undefined
    : `it has ${name}() in a style, which is not allowed`;

export const outside = (target: string): string =>
  `it refers to something outside the file (${target.length > 60 ? `${target.slice(0, 60)}…` : target})`;
