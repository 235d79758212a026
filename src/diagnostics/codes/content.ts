import type { CodeEntry } from './entry.ts';

/** Problems of files as files: before anything is known about what they say. */
export const contentCodes = {
  'unknown-folder': {
    severity: 'error',
    title: 'A file lies where no kind lives',
    why: 'The folder decides what a file is. A file elsewhere would be left out without a word.',
    mend: 'Move it into the folder of its kind, or out of the content folder.',
  },
  'wrong-extension': {
    severity: 'error',
    title: 'A file has an ending that its folder does not take',
    why: 'Documents are .yaml files; only kinds with a body, such as articles, may be .md files.',
    mend: 'Rename the file, or move it to media/ when it is a picture or another attachment.',
  },
  'bad-slug': {
    severity: 'error',
    title: 'A name cannot be an address',
    why: 'Names of files and folders become addresses and URLs: lower-case letters, digits and hyphens, at most 96.',
    mend: 'Rename the file or folder as suggested.',
  },
  'case-collision': {
    severity: 'error',
    title: 'Two names differ only in case',
    why: 'On many machines they are one file, and one of them silently wins.',
    mend: 'Rename one of them.',
  },
  'address-taken': {
    severity: 'error',
    title: 'Two files claim one address',
    why: 'The address is the name of a document everywhere, so two files cannot share it.',
    mend: 'Merge the files or rename one of them.',
  },
  'link-leaves-folder': {
    severity: 'error',
    title: 'A symbolic link leads out of the content folder or nowhere',
    why: 'A link could bring in files of the machine that were never reviewed.',
    mend: 'Copy the file into the content folder.',
  },
  'file-unreadable': {
    severity: 'error',
    title: 'A file cannot be read',
    why: 'What cannot be read cannot be checked, and must not look deleted.',
    mend: 'Check the permissions of the file.',
  },
  'file-too-large': {
    severity: 'error',
    title: 'A document is larger than 1 MiB',
    why: 'The service refuses such bodies, and a document of that size is hardly written by a person.',
    mend: 'Split the document, or move large attachments to media/.',
  },
  'not-utf8': {
    severity: 'error',
    title: 'A file is not UTF-8',
    why: 'Read in another encoding its accents would change on the way to the visitors.',
    mend: 'Save the file as UTF-8.',
  },
  'conflict-marker': {
    severity: 'error',
    title: 'A merge conflict is not resolved',
    why: 'Git could not merge the file and has left both versions in it, with marks between them.',
    mend: 'Keep what is right of the two versions and remove the lines of marks; then commit the file.',
  },
  'yaml-syntax': {
    severity: 'error',
    title: 'The YAML cannot be parsed',
    why: 'Nothing in the file can be trusted before it parses.',
    mend: 'Mend the place that is shown; often it is an indentation, a missing quote or a missing colon.',
  },
  'unquoted-hash': {
    severity: 'error',
    title: 'A # cuts off a text without quotes',
    why: 'In YAML a # after a space begins a comment, so `Meet at stage #3` would lose its number and `color: #0b3c49` its colour.',
    mend: 'Put the whole value in quotes. A comment has a space after its #.',
  },
  'bad-character': {
    severity: 'error',
    title: 'A text contains a character that no text may have',
    why: 'Databases and browsers cut a text at a NUL character or refuse it, and half of a character (a lone surrogate) cannot be sent as UTF-8.',
    mend: 'Remove the character; often it came along from another program.',
  },
  'duplicate-key': {
    severity: 'error',
    title: 'A key stands twice in one mapping',
    why: 'One of the two values would silently win.',
    mend: 'Remove one of them.',
  },
  'forbidden-key': {
    severity: 'error',
    title: 'A key has a name that programs misuse',
    why: 'The keys __proto__, constructor and prototype can change how programs that read the document behave.',
    mend: 'Choose another name for the key.',
  },
  'escaped-key': {
    severity: 'error',
    title: 'A key is a single character that JSON has to escape',
    why: 'Node.js 24 to 26 can read such a key of a JSON text as a backslash (nodejs/node#63785), so the service, the state and gitcast itself would not agree on its name.',
    mend: 'Choose a longer name, or a letter or digit.',
  },
  'alias-bomb': {
    severity: 'error',
    title: 'Aliases unfold to far more than is written',
    why: 'A few lines of nested aliases can unfold to gigabytes.',
    mend: 'Write the values out, or use fewer aliases.',
  },
  'number-not-exact': {
    severity: 'error',
    title: 'A number cannot be sent exactly',
    why: 'JSON and JavaScript keep about 15 digits, and have no infinity: the number would arrive as another.',
    mend: 'Put it in quotes if it is an identifier.',
  },
  'not-a-mapping': {
    severity: 'error',
    title: 'A document is not a list of fields',
    why: 'A document is a mapping of field names to values.',
    mend: 'Begin with a line such as `title: …`.',
  },
  'front-matter-language': {
    severity: 'error',
    title: 'Front matter is in another language than YAML',
    why: 'Front matter marked as code would have to be run; gitcast never runs content.',
    mend: 'Write it as YAML between two lines of three hyphens.',
  },
  'front-matter-unclosed': {
    severity: 'error',
    title: 'Front matter has no end',
    why: 'Without a closing line the whole text would be read as fields.',
    mend: 'Put a line of three hyphens after the last field.',
  },
  'translation-alone': {
    severity: 'error',
    title: 'A translated text has no original',
    why: 'A file such as getting-there.en.md translates getting-there.md, which is not there.',
    mend: 'Add the original, or rename the file.',
  },
  'unknown-overlay': {
    severity: 'warning',
    title: 'A folder is named like an overlay of no target',
    why: 'A folder such as content.staging/ lies over content/ for the target staging. For a name that no target has, its files are never read.',
    mend: 'Rename the folder to the target that is meant, or to something that does not begin like an overlay.',
  },
} as const satisfies Record<string, CodeEntry>;
