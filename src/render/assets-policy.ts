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

export const CONTENT_POLICY = Object.entries(DIRECTIVES)
  .map(([name, value]) => `${name} ${value}`)
  .join('; ');

/** Also forbids being framed, which a page cannot say of itself. */
export const POLICY_HEADER = `${CONTENT_POLICY}; frame-ancestors 'self'`;
