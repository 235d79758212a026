import type { DeclaredCode } from './entry.ts';

/** Problems with files themselves, before their content is read. */
export const contentCodes = {
  'unknown-folder': {
    title: 'A file is in a folder that belongs to no kind',
    why: 'The folder decides what a file is. A file anywhere else would be ignored silently.',
    fix: "Move it into its kind's folder, or out of the content folder.",
  },
  'wrong-extension': {
    title: 'A file has an extension that its folder does not accept',
    why: 'Documents are .yaml files; only kinds with a body, such as articles, may be .md files.',
    fix: 'Rename the file, write a Markdown file as YAML with its text in a field, or move a picture or another attachment to media/.',
  },
  'bad-slug': {
    title: 'A file name cannot be an address',
    why: 'File and folder names become addresses and URLs: lowercase letters, digits and hyphens, at most 96 characters.',
    fix: 'Rename the file or folder as suggested. A description in media/ keeps the name of the file that it describes, so rename both.',
  },
  'case-collision': {
    title: 'Two names differ only in case',
    why: 'On case-insensitive file systems they are the same file, and one of them silently wins.',
    fix: 'Rename one of them.',
  },
  'address-taken': {
    title: 'Two files have the same address',
    why: 'An address identifies a document everywhere, so two files cannot share it.',
    fix: 'Merge the files or rename one of them.',
  },
  'link-leaves-folder': {
    title: 'A symbolic link points outside the content folder, or to nothing',
    why: 'A link could include files from this machine that were never reviewed.',
    fix: 'Copy the file into the content folder.',
  },
  'file-unreadable': {
    title: 'A file cannot be read',
    why: 'A file that cannot be read cannot be checked, and must not be mistaken for a deleted one.',
    fix: "Check the file's permissions.",
  },
  'file-too-large': {
    title: 'A document is larger than 1 MiB',
    why: 'The service rejects bodies of this size, and documents written by people are never that large.',
    fix: 'Split the document, or move large attachments to media/.',
  },
  'not-utf8': {
    title: 'A file is not UTF-8',
    why: 'Read in another encoding, accented letters would come out wrong on the site.',
    fix: 'Save the file as UTF-8.',
  },
  'conflict-marker': {
    title: 'A merge conflict is not resolved',
    why: 'Git, a pull or an import could not merge the file, and left both versions in it, between conflict markers.',
    fix: 'Keep the right version, remove the conflict markers, and commit the file.',
  },
  'yaml-syntax': {
    title: 'The YAML cannot be parsed',
    why: 'Nothing in the file can be used until it parses.',
    fix: 'Fix the line that is shown. Common causes are wrong indentation, a missing quote or a missing colon.',
  },
  'unquoted-hash': {
    title: 'A # cuts off an unquoted text',
    why: 'In YAML a # after a space starts a comment, so `Meet at stage #3` would lose its number and `color: #0b3c49` its colour.',
    fix: 'Quote the whole value. If you meant a comment, put a space after the #.',
  },
  'bad-character': {
    title: 'A text contains an invalid character',
    why: 'Databases and browsers truncate or reject a text with a NUL character, and a lone surrogate (half of a character) cannot be encoded as UTF-8.',
    fix: 'Remove the character; it was probably pasted from another program.',
  },
  'duplicate-key': {
    title: 'A key appears twice in the same mapping',
    why: 'One of the two values would silently win.',
    fix: 'Remove one of them.',
  },
  'forbidden-key': {
    title: 'A key has a reserved name',
    why: 'The keys __proto__, constructor and prototype can change how programs that read the document behave.',
    fix: 'Rename the key.',
  },
  'escaped-key': {
    title: 'A key is a single character that JSON escapes',
    why: 'Node.js 24 to 26 may read such a key as a backslash (nodejs/node#63785), so the service, the state and gitcast would disagree about its name.',
    fix: 'Choose a longer name, or a letter or digit.',
  },
  'alias-bomb': {
    title: 'Aliases expand to far more than is written',
    why: 'A few lines of nested aliases can expand to gigabytes.',
    fix: 'Write the values out, or use fewer aliases.',
  },
  'number-not-exact': {
    title: 'A number cannot be sent exactly',
    why: 'JSON numbers keep about 15 digits and have no infinity, so the service would receive a different number.',
    fix: 'Quote it if it is an identifier.',
  },
  'not-a-mapping': {
    title: 'A document is not a mapping of fields',
    why: 'A document is a mapping of field names to values.',
    fix: 'Start with a line such as `title: …`.',
  },
  'front-matter-language': {
    title: 'Front matter is not YAML',
    why: 'Front matter is YAML. In TOML or JSON it would be read as text, and front matter marked as code would have to be executed, which gitcast never does.',
    fix: 'Write it as YAML between two lines with three hyphens: `title: Hello` instead of `title = "Hello"`.',
  },
  'front-matter-unclosed': {
    title: 'Front matter is not closed',
    why: 'Without a closing line the whole text would be read as fields.',
    fix: 'Add a line with three hyphens after the last field.',
  },
  'translation-alone': {
    title: 'A translated text has no original',
    why: 'A file such as getting-there.en.md translates getting-there.md, which does not exist.',
    fix: 'Add the original, or rename the file.',
  },
  'unknown-overlay': {
    severity: 'warning',
    title: 'A folder looks like an overlay for a target that does not exist',
    why: 'A folder such as content.staging/ overlays content/ for the target staging. No target has this name, so its files are never read.',
    fix: 'Rename the folder after the target you mean, or give it a name that does not start with the name of the content folder and a dot.',
  },
} satisfies Record<string, DeclaredCode>;
