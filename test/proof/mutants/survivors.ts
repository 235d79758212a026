/** Mutants that no test can notice, each with the reason, by file. They are found again by their text, not by the line's number. */
const SHORTCUT = 'without it the rest gives the same, after more work';

const SURVIVORS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'src/state/replay.ts': {
    "'dropped' → ''": 'such a line settles its intents, and does nothing else',
  },
  'src/plan/guard.ts': {
    'choices.allowDeletes ?? -1 → choices.allowDeletes': 'no number is at most undefined, as no count is at most -1',
    '1 → 2': 'no count is at most -2 either',
  },
  'src/plan/deletions.ts': {
    'replaced.length === 0 → false': SHORTCUT,
  },
  'src/plan/identity/twins.ts': {
    "'intent' → ''":
      'an object of which another run has the whole key shares a part with this one, and the rest is a conflict',
    'local.id ?? [] → local.id': 'a set of ids that also has undefined in it has the same ids',
    'key === undefined → false': 'nothing is found under the key undefined, and no candidate has it',
    '0 → 1': 'one candidate is returned at once, so there are none or several',
    'names.every((name) => fields[name]?.required) → names.some((name) => fields[name]?.required)':
      'no kind has a part of a key with a required field beside one that is not',
    'beginning === undefined → false':
      'nothing is found under undefined, since a text without a beginning is kept under the empty one',
    'kindNamed(entity.kind).naturalKey.find((each) => this.#keyOf … ach) !== undefined) ?? [] → kindNamed(entity.kind).naturalKey.find((each) => this.#keyOf(entity, each) !== undefined)':
      'every file has to give what its kind is recognised by',
    "identity && 'id' in identity → true":
      'what a key points to is identified before it, and an identity without an id has none to give',
    "identity && 'id' in identity → identity || 'id' in identity":
      'what a key points to is identified before it, and an identity without an id has none to give',
  },
  'src/apply/read-back.ts': {
    '0 → 1': 'there is no pause of one millisecond',
  },
  'src/state/file/journal-file.ts': {
    '4 → 5': 'how long lines gather changes how fast they are written, and nothing else',
  },
  'src/state/merge-states.ts': {
    'mine.writtenAt ?? 0 → mine.writtenAt': 'undefined is later than nothing, as 0 is',
  },
  'src/plan/fields/compare.ts': {
    'same → false': 'where both sides are the same, so are their digests: it saves one of them',
  },
  'src/plan/document-changes.ts': {
    "'entry' in identity → true": 'an identity without an entry has undefined for one',
  },
  'src/plan/order.ts': {
    'deletes.length === 0 → false': SHORTCUT,
  },
  'src/plan/fields/unmanaged.ts': {
    'isKnown → false': SHORTCUT,
  },
  'src/plan/fields/desired.ts': {
    '(gone[at] as number) < step → (gone[at] as number) <= step':
      'what stands inside of an entry that is taken out has gone along before',
  },
  'src/plan/fields/credentials.ts': {
    'anyOf → []': 'no kind declares a credential in an alternative yet',
  },
  'src/plan/identity/moves.ts': {
    'left.size === 0 → false': SHORTCUT,
    'from === undefined → false': 'nothing is found under the address undefined',
    "'\\n' → ''": 'digests are all of one length, so no two lists of them join to the same text',
  },
  'src/plan/fields/stored-differently.ts': {
    'Object.entries(identity.entry.leaves).filter(([, { sent, ans … }]) => sent !== answered) → Object.entries(identity.entry.leaves)':
      SHORTCUT,
  },
  'src/plan/identity/identity.ts': {
    "'id' in identity → true": 'no object has the id undefined',
  },
  'src/plan/identity/doubles.ts': {
    'names.every((name) => fields[name]?.required) → names.some((name) => fields[name]?.required)':
      'no kind has a part of a key with a required field beside one that is not',
    'address === undefined → false': 'no document has the address undefined',
  },
  'src/plan/fields/remote-pointers.ts': {
    'id === undefined → false': 'no object has the id undefined',
  },
  'src/plan/coverage.ts': {
    "'id' in identity → true": 'no object has the id undefined',
  },
  'src/plan/fields/wire-links.ts': {
    "'outside' → ''": 'a link that no case names is sent as it is written too',
    "'anchor' → ''": 'a link that no case names is sent as it is written too',
    "'nothing' → ''": 'a link that no case names is sent as it is written too',
  },
  'src/plan/offline.ts': {
    "'unreadable' → ''": 'what is neither read nor unknown is taken for what cannot be read',
    '0 → 1': 'nothing of a plan depends on when, and with how many requests, nothing was read',
  },
  'src/state/git/state-commit.ts': {
    "blobs.get(path) ?? '' → blobs.get(path)": 'nothing was read under either name',
    'blob === undefined → false': 'there is no object of the name undefined',
  },
  'src/state/git/git-lock.ts': {
    "text.split('\\n').find((line) => line.startsWith('{')) ?? '' → text.split('\\n').find((line) => line.startsWith('{'))":
      'JSON.parse refuses undefined as it does the empty text',
  },
  'src/state/file/lock-file.ts': {
    "'utf8' → ''": 'JSON.parse reads bytes as UTF-8 too',
  },
  'src/state/file/lock.ts': {
    'Date.now() - statSync(path).mtimeMs > 5000 → Date.now() - statSync(path).mtimeMs >= 5000':
      'one millisecond of a time that only has to be far longer than two lines take',
    "'unknown' → ''": 'only under a user that has no name on its system',
  },
  'src/state/file/disk.ts': {
    'await handle.sync(); → ;': 'only a power cut shows it',
    'await file.datasync(); → ;': 'only a power cut shows it',
    "process.platform === 'win32' → false": 'only Windows shows it',
    "'win32' → ''": 'only Windows shows it',
  },
  'src/state/git/known-state.ts': {
    'own === tip → false': SHORTCUT,
  },
  'src/state/git/state-ref.ts': {
    "'skip' → ''": 'it is anything else than to throw',
  },
  'src/state/git/state-writer.ts': {
    'on.id === ancestor.id → false': SHORTCUT,
  },
};

export const reasonToLive = ({
  file,
  change,
}: {
  readonly file: string;
  readonly change: string;
}): string | undefined => SURVIVORS[file]?.[change];
