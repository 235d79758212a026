const LOCAL = /^(?:["']?\s*)?(?:#|data:(?:image\/(?:png|jpe?g|gif|webp|avif)|font\/|application\/(?:x-)?font))/i;

/** Why CSS in a drawing, or a value that may be some, must not be published: it would load something. */
export function styleProblem(css: string): string | undefined {
  const plain = unescaped(css).replace(/\/\*[\s\S]*?\*\//g, '');
  if (/@import/i.test(plain)) return 'it imports a style sheet';
  if (/\b(?:image-set|src)\s*\(/i.test(plain)) return 'it refers to something outside of itself';
  for (const [, target] of plain.matchAll(/\burl\s*\(\s*([^)]*)/gi)) {
    if (!LOCAL.test(target!)) return `it refers to something outside of itself (${target!.slice(0, 60)})`;
  }
  return /javascript:/i.test(plain) ? 'it has a script in a style' : undefined;
}

/** `\75rl(` is `url(` to a browser. */
const unescaped = (css: string): string =>
  css.replace(/\\([0-9a-f]{1,6})\s?|\\(.)/gi, (_, hex: string | undefined, character: string | undefined) => {
    const code = hex === undefined ? Number.NaN : Number.parseInt(hex, 16);
    return hex === undefined ? character! : code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
