import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check } from './check.ts';
import type { Action, Document, History, Operation, Result } from './history.ts';
import { simulate } from './simulated.ts';

const document = (title: string, text = 'a', id = '1'): Document => ({
  id,
  createdAt: `2027-06-0${id}`,
  values: { title: `${id}.${title}`, text: `${id}.${text}` },
});

const ok = (found?: Document): Result => ({ is: 'ok', ...(found && { document: found }) });
const listed = (...documents: readonly Document[]): Result => ({ is: 'listed', documents, total: documents.length });

/** Each from its second to its third number of milliseconds. */
const at = (invoked: number, completed: number, action: Action, result: Result): Operation => ({
  client: 0,
  collection: 'articles',
  surface: 'A',
  action,
  invoked,
  completed,
  result,
});

const values = (title: string, text = 'a'): Document['values'] => document(title, text).values;
const read = { does: 'read', id: '1' } as const;
const list = { does: 'list', limit: 10 } as const;
const remove = { does: 'delete', id: '1' } as const;
const retitle = (title: string, ifMatch?: Document['values']) =>
  ({ does: 'update', id: '1', changes: { title: `1.${title}` }, ifMatch }) as const;

const created = at(1, 2, { does: 'create', values: values('0') }, ok(document('0')));
const renamed = at(3, 4, retitle('1'), ok(document('1')));
const other = at(1, 2, { does: 'create', values: document('0', 'a', '2').values }, ok(document('0', 'a', '2')));

const kindsIn = (...history: History): readonly string[] => [...new Set(check(history).map(({ kind }) => kind))];

describe('the check of a history', () => {
  const correct: Readonly<Record<string, History>> = {
    'changes and reads one after the other': [created, renamed, at(5, 6, read, ok(document('1')))],
    'a read during a change that shows what was before': [created, renamed, at(3.5, 5, read, ok(document('0')))],
    'a change without an answer that is seen much later': [
      created,
      at(3, 4, retitle('1'), { is: 'unknown' }),
      at(5, 6, read, ok(document('0'))),
      at(7, 8, read, ok(document('1'))),
    ],
    'a change without an answer that nobody ever sees': [
      created,
      at(3, 4, retitle('1'), { is: 'unknown' }),
      at(5, 6, retitle('2', values('0')), ok(document('2'))),
    ],
    'a creation whose answer was lost, and its repetition': [
      at(1, 2, { does: 'create', values: values('0'), idempotencyKey: 'k' }, { is: 'unknown' }),
      at(3, 4, read, ok(document('0'))),
      at(5, 6, { does: 'create', values: values('0'), idempotencyKey: 'k' }, ok(document('0'))),
    ],
    'a repeated creation that gets its first answer after a change': [
      created,
      renamed,
      at(5, 6, { does: 'create', values: values('0'), idempotencyKey: 'k' }, ok(document('0'))),
      at(7, 8, read, ok(document('1'))),
    ],
    'one of two changes with the same If-Match': [
      created,
      at(3, 4, retitle('1', values('0')), ok(document('1'))),
      at(3, 4, retitle('2', values('0')), { is: 'changed' }),
    ],
    'a list during a deletion': [
      created,
      other,
      at(3, 6, remove, ok()),
      at(4, 5, list, listed(document('0', 'a', '2'))),
    ],
    'a page that ends before a document': [
      created,
      other,
      at(3, 4, { does: 'list', limit: 1 }, { ...listed(document('0')), total: 2 } as Result),
    ],
  };
  for (const [title, history] of Object.entries(correct))
    it(`accepts ${title}`, () => {
      expect(check(history)).toEqual([]);
    });

  const wrong: Readonly<Record<string, readonly [string, History]>> = {
    'an acknowledged change that is not there any more': [
      'lost-write',
      [created, renamed, at(5, 6, read, ok(document('0')))],
    ],
    'an acknowledged creation that is not there, and that nobody deleted': [
      'lost-write',
      [created, at(5, 6, read, { is: 'gone' })],
    ],
    'an acknowledged deletion after which the document is there': [
      'lost-write',
      [created, at(3, 4, remove, ok()), at(5, 6, read, ok(document('0')))],
    ],
    'a change of one field that undoes a change of the other one': [
      'lost-write',
      [
        created,
        at(3, 5, retitle('1'), ok(document('1'))),
        at(3, 5, { does: 'update', id: '1', changes: { text: '1.b' } }, ok(document('0', 'b'))),
        at(6, 7, read, ok(document('0', 'b'))),
      ],
    ],
    'two changes with the same If-Match': [
      'stale-condition',
      [
        created,
        at(3, 6, retitle('1', values('0')), ok(document('1'))),
        at(3, 6, retitle('2', values('0')), ok(document('2'))),
      ],
    ],
    'a change with the If-Match of an older version': [
      'stale-condition',
      [created, renamed, at(5, 6, retitle('2', values('0')), ok(document('2')))],
    ],
    'a deletion with the If-Match of an older version': [
      'stale-condition',
      [created, renamed, at(5, 6, { ...remove, ifMatch: values('0') }, ok())],
    ],
    'two documents for one idempotency key': [
      'doubled-create',
      [
        at(1, 2, { does: 'create', values: values('0'), idempotencyKey: 'k' }, { is: 'unknown' }),
        at(3, 4, { does: 'create', values: values('0'), idempotencyKey: 'k' }, ok(document('0'))),
        at(5, 6, list, listed(document('0'), { ...document('0'), id: '3' })),
      ],
    ],
    'a list in another order': [
      'unordered-list',
      [created, other, at(5, 6, list, listed(document('0', 'a', '2'), document('0')))],
    ],
    'a list with a document twice': ['unordered-list', [created, at(5, 6, list, listed(document('0'), document('0')))]],
    'a list without a document that exists': [
      'incomplete-list',
      [created, other, at(5, 6, list, listed(document('0')))],
    ],
    'a page of a list without a document that exists': [
      'incomplete-list',
      [created, other, at(5, 6, { does: 'list', limit: 1, after: '1' }, listed())],
    ],
    'a list that counts a document it does not show': [
      'wrong-total',
      [created, at(5, 6, list, { is: 'listed', documents: [document('0')], total: 2 })],
    ],
    'a read that shows an older version than the one before': [
      'backwards-read',
      [created, renamed, at(5, 6, read, ok(document('0'))), at(7, 8, read, ok(document('1')))],
    ],
    'a list that shows an older version than a read before': [
      'backwards-read',
      [
        created,
        at(3, 9, retitle('1'), { is: 'unknown' }),
        at(4, 5, read, ok(document('1'))),
        at(6, 7, list, listed(document('0'))),
        at(8, 9, read, ok(document('1'))),
      ],
    ],
    'a value that nobody wrote': ['unexplained-value', [created, at(5, 6, read, ok(document('9')))]],
    'a change that was refused and made': [
      'unexplained-value',
      [created, at(3, 4, retitle('1', values('0')), { is: 'changed' }), at(5, 6, read, ok(document('1')))],
    ],
    'a value that is read before its change was sent': [
      'unexplained-value',
      [created, at(2, 3, read, ok(document('1'))), at(4, 5, retitle('1'), ok(document('1')))],
    ],
    'a refusal though nothing had changed': [
      'needless-refusal',
      [created, at(3, 4, retitle('1', values('0')), { is: 'changed' }), at(5, 6, read, ok(document('0')))],
    ],
  };
  for (const [title, [kind, history]] of Object.entries(wrong))
    it(`finds ${title}`, () => {
      expect(kindsIn(...history)).toContain(kind);
    });

  it('accepts every history of a service that does each change at one moment', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        expect(check(simulate({ seed, operations: 120 }))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  for (const fault of ['forgets', 'overwrites', 'doubles', 'ignores-if-match', 'reads-old', 'lists-old'] as const)
    it(`finds a service that ${fault.replaceAll('-', ' ')} now and then in its histories`, () => {
      const found = Array.from({ length: 10 }, (_, seed) => check(simulate({ seed, operations: 400, fault })));
      expect(found.filter(({ length }) => length > 0).length).toBeGreaterThan(5);
    });
});
