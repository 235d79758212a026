import { describe, expect, it } from 'vitest';
import { examplesNotes, withoutExamples } from '../../src/plan/make-plan.ts';
import { identify } from '../../src/plan/identity/identify-documents.ts';
import type { Identity } from '../../src/plan/identity/identity.ts';
import { World, type PlanOptions } from './world.ts';

const FILES = {
  'places/a.yaml': '$example: true\nname: Lawn\n',
  'places/b.yaml': 'name: Quay\n',
  'places/c.yaml': '$example: true\nname: Bridge\n',
};

function left(options: PlanOptions = {}, identity?: Identity) {
  const input = new World().input(FILES, options);
  const entities = [...input.broadcast.entities.values()];
  const identified = identify(entities, input);
  const identities = new Map([...identified.identities, ...(identity ? [['places/a', identity] as const] : [])]);
  const { sent, identified: known, examples } = withoutExamples(entities, { ...identified, identities }, input);
  return {
    sent: sent.map(({ address }) => address).filter((address) => address !== 'broadcast'),
    known: [...known.identities.keys()].filter((address) => address !== 'broadcast'),
    examples,
    notes: known.notes,
  };
}

describe('examples', () => {
  it('are left out of what is sent, and get no identity', () => {
    expect(left()).toMatchObject({ sent: ['places/b'], known: ['places/b'], examples: ['places/a', 'places/c'] });
  });

  it('are sent if the target accepts them', () => {
    const target = { ...new World().target, takesExamples: true };
    const all = ['places/a', 'places/b', 'places/c'];
    expect(left({ input: { target } })).toMatchObject({ sent: all, known: all, examples: [] });
  });

  it('are listed only if they were asked for', () => {
    const only = (address: string): boolean => address === 'places/c';
    expect(left({ choices: { only } })).toMatchObject({ sent: ['places/b'], examples: ['places/c'] });
  });

  const entry = { kind: 'place', id: 'x', leaves: {} } as const;
  it.each<[boolean, Identity]>([
    [true, { type: 'managed', id: 'x', entry }],
    [true, { type: 'moved', id: 'x', entry, from: 'places/z' }],
    [true, { type: 'made', id: 'x', entry }],
    [false, { type: 'bound', id: 'x' }],
    [false, { type: 'twin', id: 'x' }],
    [false, { type: 'new' }],
  ])('are sent (%s) with the identity %j', (isSent, identity) => {
    expect(left({}, identity).sent.includes('places/a')).toBe(isSent);
  });

  it('are noted with the next step, if there are any', () => {
    expect(examplesNotes([])).toEqual([]);
    expect(examplesNotes(['places/a', 'places/c'])).toEqual([
      'examples, not sent: places/a, places/c; to send one, delete the line `$example: true` in its file',
    ]);
  });
});
