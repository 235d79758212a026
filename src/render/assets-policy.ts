/** The content security policy. No inline styles or scripts; other hosts only for content that a visitor requests. */
const DIRECTIVES: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'media-src': "'self'",
  'font-src': "'self'",
  'manifest-src': "'self'",
  'worker-src': "'self'",
  // The forecast, when a visitor requests it.
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
 * The header for every file of the site. It allows drawings that are opened directly to have inline styles and embedded
 * pictures, which load nothing; pages also have their own, stricter policy.
 */
const OF_FILES = {
  ...DIRECTIVES,
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'font-src': "'self' data:",
};

/** Forbids other sites to frame a page, which a policy in the page itself cannot do. */
export const POLICY_HEADER = policyOf({ ...OF_FILES, 'frame-ancestors': "'self'" });

/**
 * For hosts that join the headers of all rules for a path: two policies both apply, so the general one must not mention
 * frames if pages for frames are to have their own. `X-Frame-Options` forbids framing instead, and browsers ignore it
 * where a policy has `frame-ancestors`.
 */
export const HOSTED_POLICY = policyOf(OF_FILES);
export const EMBED_POLICY = policyOf({ ...OF_FILES, 'frame-ancestors': '*' });
