/** The names that a drawing may use, as SVG spells them: XML is case-sensitive. */
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

/** What draw.io stores in the root element: the diagram that the drawing was made from. */
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

export type AttributeUse = 'style' | 'words';

/** The use of an attribute without a prefix. Undefined if it is not allowed in drawings. */
export function attributeUse(name: string): AttributeUse | undefined {
  if (name === 'style' || DRAWN.has(name) || OTHERS.has(name)) return 'style';
  return WORDS.has(name) || /^(?:data|aria)-[\w.-]+$/.test(name) ? 'words' : undefined;
}

export const isAnimatable = (name: string): boolean => DRAWN.has(name);
