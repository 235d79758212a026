import type { CodeEntry } from './entry.ts';

/** Problems between values and between documents. */
export const ruleCodes = {
  'pointer-not-found': {
    severity: 'error',
    title: 'A pointer to a document that does not exist',
    why: 'The link would be dead, and the service refuses it.',
    mend: 'Correct the address, or add the document.',
  },
  'pointer-wrong-kind': {
    severity: 'error',
    title: 'A pointer to a document of another kind',
    why: 'A place cannot be a host: the service would look the id up among the wrong objects.',
    mend: 'Point at a document of the kind that is named.',
  },
  'media-not-found': {
    severity: 'error',
    title: 'A media file that does not exist',
    why: 'Visitors would see a broken picture.',
    mend: 'Correct the name, or add the file to media/.',
  },
  'ends-before-start': {
    severity: 'error',
    title: 'It ends before it begins',
    why: 'It could be shown at no time.',
    mend: 'Correct one of the two times. What ends after midnight ends on the next day.',
  },
  'twin-documents': {
    severity: 'error',
    title: 'Two documents cannot be told apart',
    why: 'The sync recognises objects by these fields when it has no id, and would take one for the other.',
    mend: 'Change one of them, remove one, or give both an `$id`.',
  },
  'same-id': {
    severity: 'error',
    title: 'Two documents are bound to one id',
    why: 'One remote object cannot follow two files.',
    mend: 'Remove `$id` from one of them.',
  },
  'same-url': {
    severity: 'error',
    title: 'Two documents would have one URL on the site',
    why: 'One page would overwrite the other.',
    mend: 'Change the `$slug` of one of them.',
  },
  'menu-without-sections': {
    severity: 'error',
    title: 'A menu without sections',
    why: 'The service takes a menu only together with its sections.',
    mend: 'Add `sections:`, even an empty list.',
  },
  'workflow-entry': {
    severity: 'error',
    title: 'A workflow begins at a node that does not exist',
    why: 'It could never run.',
    mend: 'Name one of its nodes in `entryNodeId`.',
  },
  'workflow-next': {
    severity: 'error',
    title: 'A workflow goes on to a node that does not exist',
    why: 'The run would stop there with an error.',
    mend: 'Correct the id in `onSuccess` or `onError`.',
  },
  'workflow-same-node': {
    severity: 'error',
    title: 'Two nodes of a workflow have one id',
    why: 'It would be open which of them is meant.',
    mend: 'Rename one of them.',
  },
  'workflow-unreachable': {
    severity: 'warning',
    title: 'A node that no path leads to',
    why: 'It never runs; most often a connection was forgotten.',
    mend: 'Connect it or remove it.',
  },
  'navigator-destinations': {
    severity: 'error',
    title: 'A navigator with two destinations',
    why: 'A tap can lead to one place only, and it is not said which would win.',
    mend: 'Keep one of them.',
  },
  'pin-outside-map': {
    severity: 'error',
    title: 'A pin outside its map',
    why: 'Coordinates are pixels of the map image; this one nobody could see or tap.',
    mend: 'Correct the coordinates, or `$map` when it lies on another map.',
  },
  'unknown-words': {
    severity: 'warning',
    title: 'A translation of words that nothing is called',
    why: '`$words` translates the titles of tiles and menu sections as they are written; these are not among them.',
    mend: 'Write them as in the menu or the bar, or remove them.',
  },
  'double-booked-place': {
    severity: 'warning',
    title: 'Two events at one place at the same time',
    why: 'On a stage that is nearly always a mistake in a time or a place.',
    mend: 'Correct a time or a place, or leave it when both are meant.',
  },
  'double-booked-host': {
    severity: 'warning',
    title: 'A host in two sessions at the same time',
    why: 'A person cannot be in two rooms.',
    mend: 'Correct a time or the hosts.',
  },
  'time-does-not-exist': {
    severity: 'error',
    title: 'A local time that the clock skips',
    why: 'When summer time begins an hour is left out; visitors would see a time that never comes.',
    mend: 'Choose another time, or write it with its offset.',
  },
  'time-exists-twice': {
    severity: 'error',
    title: 'A local time that the clock shows twice',
    why: 'When summer time ends an hour is repeated; the time could mean either.',
    mend: 'Write it with its offset.',
  },
  'low-contrast': {
    severity: 'warning',
    title: 'Text that is hard to read on its background',
    why: 'Text needs a contrast of at least 4.5 to 1 for people with weak sight, or in the sun.',
    mend: 'Take the suggested colour, the nearest that passes.',
  },
  'looks-like-secret': {
    severity: 'warning',
    title: 'A text that looks like a key',
    why: 'Whatever is committed stays in the history of the repository, and content is published: whoever finds a key there can use it.',
    mend: 'Replace the key where it was issued, keep the new one in an environment variable, and write { $env: NAME } where a field is for a credential.',
  },
  'unknown-locale': {
    severity: 'error',
    title: 'A language that the service does not have',
    why: 'Translations exist in fr, en and es.',
    mend: 'Use one of the three.',
  },
  'no-broadcast': {
    severity: 'warning',
    title: 'The content has no broadcast.yaml',
    why: 'Name, theme, menu and home screen come from it.',
    mend: 'Add broadcast.yaml with at least a `name`, or run `gitcast init`.',
  },
  'unknown-target': {
    severity: 'error',
    title: 'A document is for a target that does not exist',
    why: 'With a misspelt name in `$targets` the document would be left out everywhere, and deleted where it is.',
    mend: 'Correct the name, or add the target to the configuration.',
  },
} as const satisfies Record<string, CodeEntry>;
