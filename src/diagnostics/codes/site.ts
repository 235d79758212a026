import type { DeclaredCode } from './entry.ts';

/** Problems with what visitors would see. `build` reports all of them; `validate` those of media files, and pointers to drafts. */
export const siteCodes = {
  'hidden-pointer': {
    severity: 'warning',
    title: 'A pointer to something visitors cannot see',
    why: 'The document it points to is a draft, private or scheduled, so the site shows the text without a link.',
    fix: 'Publish that document, or remove the pointer until then.',
    isGathered: true,
  },
  'query-refused': {
    title: 'A query that cannot be run',
    why: 'The list would be empty.',
    fix: 'Use the operators $eq, $ne, $in, $nin, $gt, $gte, $lt, $lte and $exists.',
  },
  'private-site': {
    severity: 'warning',
    title: 'The broadcast is private, and the site is built anyway',
    why: 'Its pages ask search engines not to index them and it has no sitemap and no feed, but anyone with the address can read it.',
    fix: 'Publish it behind a password, or set `isPrivate: false`.',
  },
  'unknown-icon': {
    severity: 'warning',
    title: 'An icon that does not exist in its set',
    why: 'The site shows a neutral circle instead.',
    fix: 'Use the suggested name, or look the icon up in its set.',
    isGathered: true,
  },
  'words-missing': {
    severity: 'warning',
    title: 'Words of the site that are missing in a language',
    why: 'Pages in this language show them in English: buttons, labels, the titles of screens.',
    fix: 'Translate locales/en.yaml of the gitcast package to a file in templates/locales/.',
  },
  'media-refused': {
    title: 'A media file that cannot be published',
    why: 'Neither the site nor the app could show it.',
    fix: 'Replace the file with one that does not have the problem in the message.',
    isGathered: true,
  },
  'media-reduced': {
    severity: 'notice',
    title: 'A drawing is published without parts of it',
    why: 'Drawing programs store their own data in an SVG: a DOCTYPE, the diagram it was made from, or elements that only they know. No browser shows it, and the published copy leaves it out.',
    fix: 'Nothing needs to be done. To avoid the notice, export the drawing as plain SVG.',
    isGathered: true,
  },
  'picture-not-shown': {
    title: 'A picture in a format that browsers do not show',
    why: 'Phones and image editors save formats such as HEIC, TIFF and PSD, which most browsers do not show.',
    fix: 'Convert the file to .jpg, .png or .webp. A link to it, for a download, is fine.',
    isGathered: true,
  },
  'picture-too-large': {
    severity: 'warning',
    title: 'A picture of more than 5 MB',
    why: 'The file is published as it is, and takes long to load on a phone. Of a photo, the site shows smaller copies, but the app loads the file itself.',
    fix: 'Make the file smaller.',
    isGathered: true,
  },
  'sharp-missing': {
    severity: 'warning',
    title: 'Images cannot be processed',
    why: 'Without `sharp`, photos are published as they are: large, and with the location and time that cameras store in them.',
    fix: 'Install `sharp`.',
  },
  'contrast-adjusted': {
    severity: 'warning',
    title: 'A theme colour that is hard to read',
    why: 'Text needs a contrast ratio of 4.5:1, so the site uses the nearest colour that has it.',
    fix: 'Use the suggested colour.',
  },
  'font-missing': {
    severity: 'warning',
    title: 'A font that the site does not have',
    why: "The site loads no font from other hosts. Without the weight it uses the nearest one, without the font the visitor's system font.",
    fix: 'Add the font to fonts/ with a file in media/ for each weight, or use one that is there.',
  },
  'text-removed': {
    severity: 'warning',
    title: 'Part of a text is not allowed on a page',
    why: 'Scripts, styles and links that run code are removed; the rest of the text is shown. An unclosed tag or comment is shown as text.',
    fix: 'Remove it, write it in Markdown, or close the tag or comment.',
  },
  'page-failed': {
    title: 'A page could not be built',
    why: 'The site would be missing a page, so the build fails and the previous output stays. `--force` publishes the other pages.',
    fix: 'Fix the problem in the message.',
  },
  'template-failed': {
    title: 'A template failed',
    why: 'Every page that uses it could not be built, so the build fails and the previous output stays.',
    fix: 'Fix the template at the line shown.',
  },
  'file-unused': {
    severity: 'warning',
    title: 'A file in templates/ whose name is nearly that of a template',
    why: 'A file overrides the one of the theme with the same path; this one has no counterpart.',
    fix: 'Rename it to the file that it should override; `gitcast theme eject` lists their names. Or delete it.',
  },
  'redirect-unused': {
    severity: 'warning',
    title: 'A former address that leads nowhere',
    why: 'A page or file of the site is never replaced by a redirect, an alias of a document comes before `site.redirects`, and what an address leads to must be on the site, in a folder whose documents have pages. The redirect is left out.',
    fix: 'Correct the path or the address, or remove it.',
  },
  'address-gone': {
    severity: 'warning',
    title: 'Addresses that the last build had and this one has not',
    why: 'Links, bookmarks, subscriptions and search engines may name them, and would lead to an error page. A build compares with the files of the last one; in CI with `gitcast.json` of the published site.',
    fix: 'Add the former address to `$aliases` of the document that replaces it, or to `site.redirects` in the configuration. `gitcast mv` and `gitcast rm --redirect-to` write it for you.',
  },
  'same-path': {
    title: 'Two pages would have the same address',
    why: 'One would overwrite the other; the first is kept.',
    fix: 'Change the `$slug` of the document.',
  },
} satisfies Record<string, DeclaredCode>;
