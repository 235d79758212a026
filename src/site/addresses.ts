/** The addresses of a site: what people link to, subscribe to or find in a search engine. */

/**
 * Files whose names change with their content, parts that only the site's own pages load, settings of hosts, pages for the
 * team's printers and screens, and sheets of lists, which come and go with the number of documents.
 */
const UNLINKED = [
  /^\/(?:assets|icons|media\/_)\//,
  /^\/(?:404\.html|sw\.js|robots\.txt|gitcast\.json|sitemap[^/]*\.xml|_headers|_redirects|CNAME|vercel\.json|staticwebapp\.config\.json)$/,
  /\/\.(?!well-known\/)/,
  /^(?:\/[a-z]{2,3}(?:-\w+)*)?\/(?:manifest\.webmanifest|search[^/]*\.json|favorites\/entries\.json|program\/[\d-]+\.json)$/,
  /^(?:\/[a-z]{2,3}(?:-\w+)*)?\/(?:search\/.+|offline\/|gallery\/|print\/|kiosk\/)/,
  /^(?:\/[a-z]{2,3}(?:-\w+)*)?\/[a-z]+\/(?:page\/\d+|selection-[0-9a-z]{1,7})\//,
];

/** Of its files: `events/opening/index.html` is `/events/opening/`. */
export const addressesOf = (files: Iterable<string>): readonly string[] =>
  [...files]
    .map((file) => `/${file.replace(/(^|\/)index\.html$/, '$1')}`)
    .filter((path) => !UNLINKED.some((rule) => rule.test(path)));
