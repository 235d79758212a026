import type { CodeEntry } from './entry.ts';

/** Problems that only show once one asks what visitors would see: `build` finds them, and `validate` those of media files. */
export const siteCodes = {
  'hidden-pointer': {
    severity: 'warning',
    title: 'A pointer to something visitors cannot see',
    why: 'The target is a draft, private or scheduled for later, so the site shows the words without a link.',
    mend: 'Publish the target, or remove the pointer until then.',
  },
  'query-refused': {
    severity: 'error',
    title: 'A query that cannot be run',
    why: 'The list would be empty.',
    mend: 'Use the operators $eq, $ne, $in, $nin, $gt, $gte, $lt, $lte and $exists.',
  },
  'private-site': {
    severity: 'warning',
    title: 'The broadcast is private, and the site is built all the same',
    why: 'Its pages ask search engines to stay away and it has no sitemap and no feed, but whoever has the address can read it.',
    mend: 'Publish it behind a password, or set `isPrivate: false`.',
  },
  'unknown-icon': {
    severity: 'warning',
    title: 'An icon that its set does not have',
    why: 'A neutral circle is shown in its place.',
    mend: 'Take the suggested name, or look it up in the set.',
  },
  'media-refused': {
    severity: 'error',
    title: 'A media file that cannot be published',
    why: 'Visitors would miss it, and so would whoever is sent its address.',
    mend: 'Replace the file by one without the named fault.',
  },
  'sharp-missing': {
    severity: 'warning',
    title: 'Pictures cannot be worked on',
    why: 'Without `sharp` photos are published as they are: large, and with the place and time that cameras write into them; and other sites cannot show a drawing beside a link to its page.',
    mend: 'Install `sharp`.',
  },
  'contrast-adjusted': {
    severity: 'warning',
    title: 'A colour of the theme that could not be read',
    why: 'Text needs a contrast of 4.5 to 1, so the site shows the nearest colour that has it.',
    mend: 'Take the suggested colour.',
  },
  'font-unknown': {
    severity: 'warning',
    title: 'A font that is not there',
    why: 'The site shows the font of the machine.',
    mend: 'Add the font to fonts/, or name another.',
  },
  'font-without-file': {
    severity: 'warning',
    title: 'A font without a file of its own',
    why: 'The site loads nothing from other hosts, and shows the font of the machine.',
    mend: 'Put the file under media/.',
  },
  'font-weight-missing': {
    severity: 'warning',
    title: 'A font without the weight that is asked for',
    why: 'The site shows the nearest one.',
    mend: 'Add the cut to the font, or ask for one that it has.',
  },
  'text-removed': {
    severity: 'warning',
    title: 'A part of a text that a page may not have',
    why: 'Scripts, styles and links that run something are left out; the rest of the text is shown. A tag or a comment that nothing ends is shown as characters.',
    mend: 'Remove it, or say it in Markdown. End the tag or the comment.',
  },
  'page-failed': {
    severity: 'error',
    title: 'A page could not be made',
    why: 'Without it the site would miss a page, so the build fails and what was published stays. `--force` publishes the others.',
    mend: 'Fix what the message names.',
  },
  'template-failed': {
    severity: 'error',
    title: 'A template failed',
    why: 'Every page that needs it could not be made, so the build fails and what was published stays.',
    mend: 'Fix the template at the line that is shown.',
  },
  'same-path': {
    severity: 'error',
    title: 'Two pages would have one address',
    why: 'One would overwrite the other; the first is kept.',
    mend: 'Change the `$slug` of the document.',
  },
} as const satisfies Record<string, CodeEntry>;
