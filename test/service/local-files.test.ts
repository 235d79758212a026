import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/values/json.ts';
import { thisProcess } from '../../src/machine/processes.ts';
import { readAccessNote } from '../../src/service/local/access-note.ts';
import { endingOf, readKeeper } from '../../src/service/local/claim.ts';
import { folderWith } from '../cli/in-memory.ts';
import { mutationsOf } from '../values/mutated-json.ts';

const NOTE: Json = {
  userId: 'u1',
  broadcastId: '64b7c0ffee64b7c0ffee0001',
  key: 'gck_0123',
  databaseId: 'd1',
  url: 'http://127.0.0.1:4180',
  claim: 'c1',
};

const KEEPER: Json = {
  host: 'laptop',
  pid: 12,
  boot: 'b',
  space: 's',
  started: '99',
  id: 'c1',
  folder: '/srv/content',
};

const RUNS = { numRuns: 500 };

/** Reads what is written beside a database, as another command finds it. */
const readerOf =
  <T>(suffix: string, read: (database: string) => T) =>
  (): ((text: string) => T) => {
    const folder = folderWith();
    return (text) => {
      writeFileSync(join(folder, `service${suffix}`), text);
      return read(join(folder, 'service.db'));
    };
  };

const noteReader = readerOf('.json', readAccessNote);
const keeperReader = readerOf('.db.lock', readKeeper);

describe.each([
  { name: 'the access note of the embedded service', given: NOTE, reader: noteReader },
  { name: 'the note of the process that serves a database', given: KEEPER, reader: keeperReader },
])('$name', ({ given, reader }) => {
  const text = JSON.stringify(given);

  it('is read as it was written', () => {
    expect(reader()(text)).toEqual(given);
  });

  it('is not used with a value of the wrong type', () => {
    const read = reader();
    const property = fc.property(mutationsOf(given), ({ json }) => {
      expect(read(JSON.stringify(json))).toBeUndefined();
    });
    fc.assert(property, RUNS);
  });

  it('is not used when it breaks off', () => {
    const read = reader();
    const property = fc.property(fc.nat(text.length - 1), (length) => {
      expect(read(text.slice(0, length))).toBeUndefined();
    });
    fc.assert(property, RUNS);
  });
});

describe('the access note of the embedded service', () => {
  it.each([
    'nonsense',
    'https://127.0.0.1:4180',
    'http://example.org:4180',
    'http://127.0.0.1.example.org',
    'http://127.0.0.1:4180@example.org',
    'file:///etc/passwd',
  ])('does not send the key to %s', (url) => {
    expect(noteReader()(JSON.stringify({ ...NOTE, url }))).toBeUndefined();
  });
});

describe('the note of the process that serves a database', () => {
  it.each([-1, 0, 7.5, 1e300])('never has a user run kill -9 %d, which would end other processes', (pid) => {
    const read = keeperReader();
    for (const note of [pid, { ...KEEPER, host: thisProcess().host, pid }]) {
      expect(endingOf(read(JSON.stringify(note)))).toBe('stop it there');
    }
  });
});
