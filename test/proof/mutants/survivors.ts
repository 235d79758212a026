/** Mutants that no test can notice, each with the reason. They are found again by their text, not by the line's number. */
interface Survivor {
  readonly file: string;
  readonly change: string;
  readonly reason: string;
}

const SHORTCUT = 'without it the rest gives the same, after more work';

const SURVIVORS: readonly Survivor[] = [
  {
    file: 'src/state/replay.ts',
    change: "'dropped' → ''",
    reason: 'such a line settles its intents, and does nothing else',
  },
  {
    file: 'src/plan/guard.ts',
    change: 'choices.allowDeletes ?? -1 → choices.allowDeletes',
    reason: 'no number is at most undefined, as no count is at most -1',
  },
  { file: 'src/plan/guard.ts', change: '1 → 2', reason: 'no count is at most -2 either' },
  { file: 'src/plan/guard.ts', change: 'doomed.size === 0 → false', reason: SHORTCUT },
  { file: 'src/plan/deletions.ts', change: 'replaced.length === 0 → false', reason: SHORTCUT },
  {
    file: 'src/plan/identity/twins.ts',
    change: "'intent' → ''",
    reason: 'an object of which another run has the whole key shares a part with this one, and the rest is a conflict',
  },
  {
    file: 'src/plan/identity/twins.ts',
    change: 'local.id ?? [] → local.id',
    reason: 'a set of ids that also has undefined in it has the same ids',
  },
  {
    file: 'src/plan/identity/twins.ts',
    change: 'key === undefined → false',
    reason: 'nothing is found under the key undefined, and no candidate has it',
  },
  {
    file: 'src/plan/identity/twins.ts',
    change: '0 → 1',
    reason: 'one candidate is returned at once, so there are none or several',
  },
  {
    file: 'src/plan/identity/twins.ts',
    change: 'names.every((name) => fields[name]?.required) → names.some((name) => fields[name]?.required)',
    reason: 'no kind has a part of a key with a required field beside one that is not',
  },
  {
    file: 'src/plan/identity/twins.ts',
    change: 'beginning === undefined → false',
    reason: 'nothing is found under undefined, since a text without a beginning is kept under the empty one',
  },
  {
    file: 'src/plan/identity/twins.ts',
    change: "cutKey(fields[name]) ?? '' → cutKey(fields[name])",
    reason: 'a text without a beginning is asked for by nobody',
  },
  {
    file: 'src/plan/identity/twins.ts',
    change:
      'kindNamed(entity.kind).naturalKey.find((each) => this.#keyOf … ach) !== undefined) ?? [] → kindNamed(entity.kind).naturalKey.find((each) => this.#keyOf(entity, each) !== undefined)',
    reason: 'every file has to give what its kind is recognised by',
  },
  {
    file: 'src/plan/identity/twins.ts',
    change: "identity && 'id' in identity → true",
    reason: 'what a key points to is identified before it, and an identity without an id has none to give',
  },
  {
    file: 'src/plan/identity/twins.ts',
    change: "identity && 'id' in identity → identity || 'id' in identity",
    reason: 'what a key points to is identified before it, and an identity without an id has none to give',
  },
  {
    file: 'src/state/git/recorded-identities.ts',
    change:
      "(await git.run(['remote'])).split('\\n').filter((name) => name !== '') → (await git.run(['remote'])).split('\\n')",
    reason: 'a remote without a name is one that cannot be asked',
  },
  { file: 'src/state/git/recorded-identities.ts', change: '120_000 → 120001', reason: 'no test waits for two minutes' },
  {
    file: 'src/state/git/recorded-identities.ts',
    change:
      '/^([0-9a-f]{40,64})\\trefs\\/\\S+\\/state\\/[^/]+$/.exec(line)?.[1] ?? [] → /^([0-9a-f]{40,64})\\trefs\\/\\S+\\/state\\/[^/]+$/.exec(line)?.[1]',
    reason: 'what is no commit has no state',
  },
  { file: 'src/apply/read-back.ts', change: '0 → 1', reason: 'there is no pause of one millisecond' },
  {
    file: 'src/state/file/journal-file.ts',
    change: '4 → 5',
    reason: 'how long lines gather changes how fast they are written, and nothing else',
  },
  {
    file: 'src/state/merge-states.ts',
    change: 'mine.writtenAt ?? 0 → mine.writtenAt',
    reason: 'undefined is later than nothing, as 0 is',
  },
  {
    file: 'src/state/git/run-history.ts',
    change: '200 → 201',
    reason: 'how many notes are read at once changes nothing',
  },
  {
    file: 'src/state/git/run-history.ts',
    change: 'start < commits.length → start <= commits.length',
    reason: SHORTCUT,
  },
  { file: 'src/state/git/run-history.ts', change: 'runs.length < limit → runs.length <= limit', reason: SHORTCUT },
  {
    file: 'src/plan/fields/compare.ts',
    change: 'same → false',
    reason: 'where both sides are the same, so are their digests: it saves one of them',
  },
  {
    file: 'src/plan/document-changes.ts',
    change: "'entry' in identity → true",
    reason: 'an identity without an entry has undefined for one',
  },
  { file: 'src/plan/order.ts', change: 'deletes.length === 0 → false', reason: SHORTCUT },
  { file: 'src/plan/fields/unmanaged.ts', change: 'isKnown → false', reason: SHORTCUT },
  {
    file: 'src/plan/fields/desired.ts',
    change: '(gone[at] as number) < step → (gone[at] as number) <= step',
    reason: 'what stands inside of an entry that is taken out has gone along before',
  },
  {
    file: 'src/plan/fields/credentials.ts',
    change: 'anyOf → []',
    reason: 'no kind declares a credential in an alternative yet',
  },
  { file: 'src/plan/identity/moves.ts', change: 'left.size === 0 → false', reason: SHORTCUT },
  { file: 'src/plan/identity/moves.ts', change: 'orphans.size === 0 → false', reason: SHORTCUT },
  {
    file: 'src/plan/identity/moves.ts',
    change: 'from === undefined → false',
    reason: 'nothing is found under the address undefined',
  },
  {
    file: 'src/plan/identity/moves.ts',
    change: 'each !== undefined && left.has(each) → each !== undefined || left.has(each)',
    reason: 'a document that finds its form taken is found again by what it has most in common with',
  },
  {
    file: 'src/plan/identity/moves.ts',
    change: "'\\n' → ''",
    reason: 'digests are all of one length, so no two lists of them join to the same text',
  },
  {
    file: 'src/plan/identity/moves.ts',
    change:
      "kindNamed(kind) .naturalKey.flat() .find((each) => leaves.has(each)) ?? '' → kindNamed(kind) .naturalKey.flat() .find((each) => leaves.has(each))",
    reason: 'no leaf has either name',
  },
  { file: 'src/plan/fields/secrets.ts', change: 'holdsSecret(fields) → true', reason: SHORTCUT },
  {
    file: 'src/plan/fields/stored-differently.ts',
    change:
      'Object.entries(identity.entry.leaves).filter(([, { sent, ans … }]) => sent !== answered) → Object.entries(identity.entry.leaves)',
    reason: SHORTCUT,
  },
  {
    file: 'src/plan/identity/identity.ts',
    change: "'id' in identity → true",
    reason: 'no object has the id undefined',
  },
  {
    file: 'src/plan/identity/doubles.ts',
    change: 'names.every((name) => fields[name]?.required) → names.some((name) => fields[name]?.required)',
    reason: 'no kind has a part of a key with a required field beside one that is not',
  },
  {
    file: 'src/plan/identity/doubles.ts',
    change: 'address === undefined → false',
    reason: 'no document has the address undefined',
  },
  {
    file: 'src/plan/identity/doubles.ts',
    change: "record.createdAt ?? '' → record.createdAt",
    reason: 'undefined is no date, as the empty text is none',
  },
  {
    file: 'src/plan/fields/remote-pointers.ts',
    change: 'id === undefined → false',
    reason: 'no object has the id undefined',
  },
  { file: 'src/plan/coverage.ts', change: "'id' in identity → true", reason: 'no object has the id undefined' },
  ...["'outside' → ''", "'anchor' → ''", "'nothing' → ''"].map((change) => ({
    file: 'src/plan/fields/wire-links.ts',
    change,
    reason: 'a link that no case names is sent as it is written too',
  })),
  {
    file: 'src/plan/offline.ts',
    change: "'unreadable' → ''",
    reason: 'what is neither read nor unknown is taken for what cannot be read',
  },
  {
    file: 'src/plan/offline.ts',
    change: '0 → 1',
    reason: 'nothing of a plan depends on when, and with how many requests, nothing was read',
  },
  {
    file: 'src/state/run-note.ts',
    change: "text ?? '' → text",
    reason: 'JSON.parse refuses undefined as it does the empty text',
  },
  {
    file: 'src/state/git/state-commit.ts',
    change: 'blobs.get(path) ?? [] → blobs.get(path)',
    reason: 'there is no object of the name undefined, so nothing more is read',
  },
  {
    file: 'src/state/git/state-commit.ts',
    change: "blobs.get(path) ?? '' → blobs.get(path)",
    reason: 'nothing was read under either name',
  },
  {
    file: 'src/state/git/git-lock.ts',
    change:
      "text.split('\\n').find((line) => line.startsWith('{')) ?? '' → text.split('\\n').find((line) => line.startsWith('{'))",
    reason: 'JSON.parse refuses undefined as it does the empty text',
  },
  {
    file: 'src/state/file/lock-file.ts',
    change: "'utf8' → ''",
    reason: 'JSON.parse reads bytes as UTF-8 too',
  },
  {
    file: 'src/state/file/lock.ts',
    change: 'Date.now() - statSync(path).mtimeMs > 5000 → Date.now() - statSync(path).mtimeMs >= 5000',
    reason: 'one millisecond of a time that only has to be far longer than two lines take',
  },
  {
    file: 'src/state/file/lock.ts',
    change: "process.env['USER'] ?? 'unknown' → process.env['USER']",
    reason: 'only under a user that has no name on its system',
  },
  {
    file: 'src/state/file/lock.ts',
    change: "'USER' → ''",
    reason: 'only under a user that has no name on its system',
  },
  {
    file: 'src/state/file/lock.ts',
    change: "'unknown' → ''",
    reason: 'only under a user that has no name on its system',
  },
  {
    file: 'src/state/file/disk.ts',
    change: 'await handle.sync(); → ;',
    reason: 'only a power cut shows it',
  },
  {
    file: 'src/state/file/disk.ts',
    change: 'await file.datasync(); → ;',
    reason: 'only a power cut shows it',
  },
  {
    file: 'src/state/file/disk.ts',
    change: "process.platform === 'win32' → false",
    reason: 'only Windows shows it',
  },
  {
    file: 'src/state/file/disk.ts',
    change: "'win32' → ''",
    reason: 'only Windows shows it',
  },
  {
    file: 'src/state/git/known-state.ts',
    change: 'own === tip → false',
    reason: SHORTCUT,
  },
  {
    file: 'src/state/git/state-commit.ts',
    change: 'blob === undefined → false',
    reason: 'there is no object of the name undefined',
  },
  {
    file: 'src/state/git/state-ref.ts',
    change: "'skip' → ''",
    reason: 'it is anything else than to throw',
  },
  { file: 'src/state/git/state-writer.ts', change: 'on.id === ancestor.id → false', reason: SHORTCUT },
];

export const reasonToLive = ({ file, change }: Pick<Survivor, 'file' | 'change'>): string | undefined =>
  SURVIVORS.find((each) => each.file === file && each.change === change)?.reason;
