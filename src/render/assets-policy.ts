/** What a page may load. No inline style or script; other hosts only for what a visitor asks for by a click. */
const DIRECTIVES: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'media-src': "'self'",
  'font-src': "'self'",
  // The forecast, once somebody asks for it.
  'connect-src': "'self' https://api.open-meteo.com",
  'frame-src': 'https:',
  'base-uri': "'none'",
  'form-action': "'self'",
};

const policyOf = (directives: Readonly<Record<string, string>>): string =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');

export const CONTENT_POLICY = policyOf(DIRECTIVES);

/**
 * For every file of the site. Drawings that are opened by their address style themselves and hold pictures, which loads
 * nothing; pages stay under their own, stricter policy as well. It also forbids being framed, which a page cannot say of itself.
 */
export const POLICY_HEADER = policyOf({
  ...DIRECTIVES,
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'font-src': "'self' data:",
  'frame-ancestors': "'self'",
});
