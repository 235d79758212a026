/**
 * The parts of the proof. Each is a list of test files; what they record (figures.ts) becomes rows, and so does the number
 * of tests of a class. A file that does not exist, or a test that was skipped, is named as not run.
 */
export interface TestClass {
  /** Undefined: the files record figures themselves. */
  readonly what?: string;
  readonly files: readonly string[];
  /** Runs on SQLite alone, unless it says that PostgreSQL counts too. */
  readonly databases?: readonly ('sqlite' | 'postgres')[];
}

export interface Part {
  readonly name: string;
  readonly title: string;
  /** What is tried, and what has to be true at the end. */
  readonly about: string;
  readonly quick: readonly TestClass[];
  /** Instead of the quick ones, in a run without `--quick`. */
  readonly full?: readonly TestClass[];
}

const BOTH = ['sqlite', 'postgres'] as const;
const serviceKills: TestClass = { files: ['test/service/crash.databases.test.ts'], databases: BOTH };
const otherKills: readonly TestClass[] = [
  { files: ['test/publish/killed.system.test.ts'] },
  { files: ['test/postgres/failover.system.test.ts'] },
];
const consistency: TestClass = { files: ['test/consistency/consistency.system.test.ts'] };

export const PARTS: readonly Part[] = [
  {
    name: 'faults',
    title: 'Faults',
    about:
      'Each kind of fault (latency, 429, 500, a connection closed before or after the work, a cut answer, a 502 of a proxy) at the first request to each operation that changes something. The client repeats the request with the same `Idempotency-Key`. Then the database has the change exactly once.',
    quick: [{ files: ['test/proof/faults.proof.ts'], databases: BOTH }],
  },
  {
    name: 'kills',
    title: 'Kill points',
    about:
      'A process is ended with SIGKILL, or its files are copied as they are at a point, and the next one continues from there. The result is that of an undisturbed run: nothing twice, nothing lost, no acknowledged write missing.',
    quick: [serviceKills, { files: ['test/sync/crash.system.test.ts'] }, ...otherKills],
    full: [
      serviceKills,
      {
        files: [
          'test/proof/crash-documented.proof.ts',
          'test/proof/crash-extended.proof.ts',
          'test/proof/git-crash.proof.ts',
        ],
      },
      ...otherKills,
    ],
  },
  {
    name: 'histories',
    title: 'Histories',
    about:
      'Random sequences of edits, syncs, pulls and failures in virtual time: files and target end equal, and nothing was created twice. Recorded requests of several clients to copies that are killed: no acknowledged write is lost, no stale `If-Match` is accepted, no list is out of order.',
    quick: [{ files: ['test/histories/histories.test.ts'] }, consistency],
    full: [
      { files: ['file-a', 'file-b', 'git-a', 'git-b'].map((name) => `test/proof/histories-${name}.proof.ts`) },
      consistency,
    ],
  },
  {
    name: 'edits',
    title: 'Edits',
    about:
      'Random edits of the demo in the forms of `gitcast dev`, in a browser, over all kinds of documents and controls. Each diff touches only the value that was edited, what is invalid is not written, and undoing everything gives back every byte.',
    quick: [{ files: ['test/browser/edit-random.system.test.ts'] }],
  },
  {
    name: 'deliveries',
    title: 'Deliveries',
    about:
      'Deliveries of a real service are accepted as they were sent and refused with any edit, and each one that was committed arrives although the service is killed again and again.',
    quick: [
      { files: ['test/proof/deliveries.proof.ts'], databases: BOTH },
      { files: ['test/service/deliveries-crash.databases.test.ts'], databases: BOTH },
    ],
  },
  {
    name: 'attacks',
    title: 'Attacks',
    about:
      'Random requests are made from the OpenAPI document. Rows without a note count tests, each of how something hostile is refused or stays without effect.',
    quick: [
      {
        what: 'edited states, and plans that nobody reviewed',
        files: ['test/state/mutated-files.test.ts', 'test/plan/approval.test.ts', 'test/sync/reviewed.test.ts'],
      },
      { what: 'a key sent to another host', files: ['test/sync/key-host.test.ts'] },
      { what: 'forged and replayed deliveries', files: ['test/webhooks/documented.test.ts'] },
      { what: 'scripts in Markdown and SVG', files: ['test/render/{markdown-hostile,svg}.test.ts'] },
      {
        what: 'addresses of webhooks inside the network',
        files: ['test/machine/network-address.test.ts', 'test/service/deliveries-send.test.ts'],
      },
      { files: ['test/outside/fuzz.test.ts'] },
      { what: 'rows of another broadcast', files: ['test/postgres/rows.system.test.ts'] },
      {
        what: 'secrets in output',
        files: ['test/model/secrets.test.ts', 'test/sync/secrets.test.ts', 'test/diagnostics/secret-text.test.ts'],
      },
    ],
  },
  {
    name: 'hostile',
    title: 'Hostile services',
    about:
      'A target that lies, lags, cuts, floods or never answers. gitcast must neither lose nor double anything, nor run out of memory. The rows count tests.',
    quick: [
      {
        what: 'strange answers to the client',
        files: ['test/remote/{strange-answers,failures,listing,snapshot}.test.ts'],
      },
      {
        what: 'strange services during a sync',
        files: ['test/sync/{strange-service,lagging,lost-reply,stored-differently,incomplete}.test.ts'],
      },
      { what: 'JSON that is too deep, too large or wrong', files: ['test/values/{json,strict-json}.test.ts'] },
    ],
  },
  {
    name: 'soak',
    title: 'Soak',
    about:
      'One process under load. At the end it has at most 8 more open handles than after half of the load, and keeps at most 10 % and 4 MB more memory, measured after a garbage collection.',
    quick: [{ files: ['test/proof/soak.proof.ts'] }],
  },
  {
    name: 'supply-chain',
    title: 'Supply chain',
    about: 'The packages that an installation has, from `package-lock.json` and from the packages themselves.',
    quick: [{ files: ['test/proof/supply-chain.proof.ts'] }],
  },
  {
    name: 'others',
    title: 'Repeated with fresh values',
    about:
      'Every property test of `npm test` with more and other values, and mutants of the code that guards deletions. Only in a run without `--quick`.',
    quick: [],
    full: [
      {
        what: 'tests',
        files: ['test/proof/{mutation,git-race}.proof.ts', 'REPEATED'],
      },
    ],
  },
];
