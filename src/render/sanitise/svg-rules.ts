import { assertNever } from '../../diagnostics/errors.ts';

/**
 * The permitted content of a drawing: the names as SVG spells them, because XML is case-sensitive, styles that load
 * nothing, and attributes whose values refer to nothing outside the file.
 */
const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const SVG = 'http://www.w3.org/2000/svg';
export const XLINK = 'http://www.w3.org/1999/xlink';
export const XML = 'http://www.w3.org/XML/1998/namespace';

/** Namespaces of drawing programs' own data. Browsers ignore their elements and attributes, so they are published. */
const EDITORS = words(`
  http://www.inkscape.org/namespaces/inkscape http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd
  http://inkscape.sourceforge.net/DTD/sodipodi-0.dtd http://www.openswatchbook.org/uri/2009/osb
  http://www.w3.org/1999/02/22-rdf-syntax-ns# http://purl.org/dc/elements/1.1/ http://purl.org/dc/terms/
  http://creativecommons.org/ns# http://c2pa.org/manifest http://web.resource.org/cc/ adobe:ns:meta/ http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/
  http://www.bohemiancoding.com/sketch/ns http://www.bohemiancoding.com/sketch/ns/ http://www.figma.com/figma/ns
  http://www.serif.com/ http://www.corel.com/coreldraw/odm/2003 http://vectornator.io http://www.vectornator.io
  https://boxy-svg.com http://svgjs.com/svgjs http://svgjs.dev/svgjs http://www.vectorlogozone.com
  http://krita.org/namespaces/svg/krita http://www.freesoftware.fsf.org/bkchem/cdml http://xml.openoffice.org/svg/export
`);

export const isEditor = (namespace: string): boolean =>
  namespace !== '' && (EDITORS.has(namespace) || /^http:\/\/ns\.adobe\.com\/[\w./-]*#?$/.test(namespace));

/**
 * Data of other programs is left out of the published copy. The W3C's namespaces are not such data: HTML, MathML and
 * others are languages in which some browser shows something, loads it or runs it.
 */
export const isData = (namespace: string): boolean =>
  !isEditor(namespace) &&
  /^[a-z][\w+.-]*:[^\s"'<>&]+$/i.test(namespace) &&
  !/^https?:\/\/[^/]*w3\.org/i.test(namespace);

/** The attributes that draw.io stores in the root element: the diagram that the drawing was made from. */
export const ROOT_DATA = words('content host');

export const ELEMENTS = words(`
  svg g defs symbol use switch a title desc metadata style view image
  path rect circle ellipse line polyline polygon text tspan textPath tref
  linearGradient radialGradient stop pattern clipPath mask marker
  filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
  feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode
  feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
  animate animateColor animateMotion animateTransform mpath set
  flowRoot flowRegion flowPara flowSpan flowDiv flowLine solidColor solidcolor meshgradient meshGradient meshrow meshRow
  meshpatch meshPatch hatch hatchpath
`);

/** Attributes that may also be animated. Their values may contain CSS. */
const DRAWN = words(`
  alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation color-interpolation-filters
  color-profile color-rendering cursor direction display dominant-baseline enable-background fill fill-opacity fill-rule
  filter flood-color flood-opacity font font-family font-size font-size-adjust font-stretch font-style font-variant
  font-weight glyph-orientation-horizontal glyph-orientation-vertical image-rendering isolation kerning letter-spacing
  lighting-color line-height marker marker-end marker-mid marker-start mask mask-type mix-blend-mode opacity overflow
  paint-order pointer-events shape-rendering solid-color solid-opacity stop-color stop-opacity stroke stroke-dasharray
  stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-align text-anchor
  text-decoration text-overflow text-rendering text-transform transform-box transform-origin unicode-bidi vector-effect
  visibility white-space word-spacing writing-mode
  amplitude azimuth baseFrequency bias clipPathUnits cx cy d diffuseConstant divisor dx dy edgeMode elevation exponent
  filterRes filterUnits fr fx fy gradientTransform gradientUnits height in in2 intercept k1 k2 k3 k4 kernelMatrix
  kernelUnitLength lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits method mode
  numOctaves offset operator order orient pathLength patternContentUnits patternTransform patternUnits points pointsAtX
  pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits r radius refX refY result rotate rx ry scale seed side
  slope spacing specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles surfaceScale tableValues
  targetX targetY textLength transform type values viewBox width x x1 x2 xChannelSelector y y1 y2 yChannelSelector z
`);

/** Attributes for animation and languages, and some that browsers ignore. */
const OTHERS = words(`
  accumulate additive attributeType begin by calcMode dur end fill from keyPoints keySplines keyTimes max min origin path
  repeatCount repeatDur restart to
  alt baseProfile contentScriptType contentStyleType crossorigin externalResourcesRequired focusable media
  requiredExtensions requiredFeatures systemLanguage tabindex version viewTarget zoomAndPan
  content-visibility hatchUnits hatchContentUnits pitch
`);

/** Names that a browser never interprets as CSS or as a reference. */
const WORDS = words('id class lang role name');

/** The use of an attribute without a prefix. Undefined if it is not allowed in drawings. */
function attributeUse(name: string): 'style' | 'words' | undefined {
  if (name === 'style' || DRAWN.has(name) || OTHERS.has(name)) return 'style';
  return WORDS.has(name) || /^(?:data|aria)-[\w.-]+$/.test(name) ? 'words' : undefined;
}

const isAnimatable = (name: string): boolean => DRAWN.has(name);

/** Rules that affect only what is in the file. Not included: @import and @namespace. */
const AT_RULES = words(
  'media supports keyframes -webkit-keyframes -moz-keyframes font-face layer container charset property',
);

/** Functions that compute, draw or select. Not included: image-set(), src() and others that load something. */
const FUNCTIONS = words(`
  rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark device-cmyk icc-color cmyk
  calc min max clamp round mod rem sin cos tan sqrt pow abs sign var env attr counter
  matrix matrix3d translate translatex translatey translatez translate3d rotate rotatex rotatey rotatez rotate3d
  scale scalex scaley scalez scale3d skew skewx skewy perspective
  linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient
  polygon circle ellipse inset path ray rect xywh
  blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
  cubic-bezier steps linear format local fit-content minmax repeat
  not is where has nth-child nth-last-child nth-of-type nth-last-of-type lang dir
  and or selector style accesskey wallclock
`);

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

const outside = (target: string): string =>
  `it refers to something outside the file (${target.length > 60 ? `${target.slice(0, 60)}…` : target})`;

/** An attribute with its namespace; '' without a prefix. */
export interface NamedAttribute {
  readonly namespace: string;
  readonly local: string;
  /** As written. */
  readonly name: string;
  readonly value: string;
}

interface Element {
  readonly namespace: string;
  readonly local: string;
}

const PICTURE = /^data:image\/(?:png|jpe?g|gif|webp|avif)[;,]/i;
const SHOWS_PICTURES = new Set(['image', 'feImage']);
const XML_ATTRIBUTES = new Set(['space', 'lang', 'id']);
const XLINK_ATTRIBUTES = new Set(['title', 'type', 'role', 'show', 'actuate', 'arcrole']);

/** The reason why an SVG with this attribute must not be published. */
export function attributeProblem(attribute: NamedAttribute, element: Element): string | undefined {
  const { namespace, local, name, value } = attribute;
  // Attributes that an old or unusual browser might treat as an event or a link are refused on every element.
  if (/^on/i.test(local)) return `it reacts to events (${name})`;
  if (isEditor(namespace) || isData(namespace)) return undefined;
  if (namespace === XML) return XML_ATTRIBUTES.has(local) ? undefined : notAllowed(name, element);
  if (element.namespace !== SVG) {
    return namespace === '' && !/href|src/i.test(local) ? undefined : notAllowed(name, element);
  }
  if (local === 'href' && (namespace === '' || namespace === XLINK)) return referenceProblem(value, element.local);
  if (namespace === XLINK) return XLINK_ATTRIBUTES.has(local) ? undefined : notAllowed(name, element);
  if (namespace !== '') return notAllowed(name, element);
  if (local === 'attributeName') return isAnimatable(value.trim()) ? undefined : `it animates ${value.trim()}`;
  const use = attributeUse(local);
  switch (use) {
    case 'style':
      return styleProblem(value);
    case 'words':
      return undefined;
    case undefined:
      return element.local === 'style' && local === 'type' ? undefined : notAllowed(name, element);
    default:
      return assertNever(use);
  }
}

/** Links are refused too: on a page they do nothing, and in a drawing opened directly they would lead visitors away. */
function referenceProblem(value: string, element: string): string | undefined {
  // oxlint-disable-next-line no-control-regex -- browsers leave these out
  const reference = value.replace(/[\u0000-\u0020]/g, '');
  if (reference === '' || reference.startsWith('#')) return undefined;
  if (SHOWS_PICTURES.has(element) && PICTURE.test(reference)) return undefined;
  return /^[a-z0-9+.-]*script:/i.test(reference) ? 'it has a script in a link' : outside(value);
}

const notAllowed = (name: string, { local }: Element): string =>
  `it has the attribute ${name} on <${local}>, which is not allowed in drawings`;
