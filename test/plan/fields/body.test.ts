import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/values/json.ts';
import { createBody, updateBody, type Body } from '../../../src/plan/fields/body.ts';
import type { Comparison } from '../../../src/plan/fields/compare.ts';
import type { Desired } from '../../../src/plan/fields/desired.ts';
import { desiredOf, World, type Files } from '../world.ts';

const desiredFor = (files: Files): Desired =>
  desiredOf(Object.keys(files)[0]!.replace(/\.\w+$/, ''), new World().input(files));

interface Verdicts {
  readonly push: readonly string[];
  readonly agreed?: readonly string[];
}

function update(files: Files, remote: JsonObject | undefined, { push, agreed = [] }: Verdicts): Body {
  const desired = desiredFor(files);
  const record = remote && { kind: desired.entity.kind, id: 'x', fields: remote, hidden: [] };
  const comparison = {
    push: push.map((name) => ({ name, before: undefined, after: undefined })),
    agreed: Object.fromEntries(agreed.map((name) => [name, { sent: '', answered: '' }])),
  };
  return updateBody(desired, record, comparison as unknown as Comparison);
}

const theme = (fields: string): Files => ({ 'broadcast.yaml': `name: Test\n${fields}` });

describe('the body of an update', () => {
  it('contains only the fields that changed', () => {
    const body = update(theme('description: New\n'), { name: 'Test', description: 'Old' }, { push: ['description'] });
    expect(body).toEqual({ after: { description: 'New' }, pointers: [], secrets: [], sets: ['description'] });
  });

  it('contains a nested object as a whole: unmanaged and drifted values stay as they are on the target', () => {
    const files = theme('theme: { accentColor: "#000000", backgroundColor: "#ffffff", textColor: "#111111" }\n');
    const remote = {
      theme: { accentColor: '#aaaaaa', backgroundColor: '#bbbbbb', textColor: '#11', surfaceOpacity: 0.5 },
    };
    const { after, sets } = update(files, remote, { push: ['theme.accentColor'], agreed: ['name', 'theme.textColor'] });
    expect(after).toEqual({
      theme: { accentColor: '#000000', backgroundColor: '#bbbbbb', textColor: '#111111', surfaceOpacity: 0.5 },
    });
    expect(sets).toEqual(['theme.accentColor', 'theme.textColor']);
  });

  it('contains the managed part of a nested object if nothing could be read', () => {
    const files = theme('theme: { accentColor: "#000000", backgroundColor: "#ffffff" }\n');
    const verdicts = { push: ['theme.accentColor'], agreed: ['theme.backgroundColor'] };
    expect(update(files, undefined, verdicts).after).toEqual({
      theme: { accentColor: '#000000', backgroundColor: '#ffffff' },
    });
  });

  it('clears a field that the file no longer has, and removes a nested one from its object', () => {
    const files = theme('theme: { accentColor: "#000000" }\n');
    const remote = { description: 'Old', theme: { accentColor: '#000000', textColor: '#111111', surfaceOpacity: 0.5 } };
    const verdicts = { push: ['description', 'theme.textColor'], agreed: ['theme.accentColor'] };
    expect(update(files, remote, verdicts)).toMatchObject({ sets: ['theme.accentColor'] });
    expect(update(files, remote, verdicts).after).toStrictEqual({
      description: null,
      theme: { accentColor: '#000000', surfaceOpacity: 0.5 },
    });
  });

  it('keeps the unmanaged part of an object that the file no longer mentions', () => {
    const remote = { theme: { accentColor: '#000000', surfaceOpacity: 0.5 } };
    expect(update(theme(''), remote, { push: ['theme.accentColor'] }).after).toStrictEqual({
      theme: { surfaceOpacity: 0.5 },
    });
  });

  it('replaces an object with the value from the file', () => {
    expect(update(theme('menu: null\n'), { menu: { sections: [] } }, { push: ['menu'] }).after).toEqual({ menu: null });
    const files = theme('theme: { accentColor: "#000000" }\n');
    expect(update(files, { theme: 'dark' }, { push: ['theme.accentColor'] }).after).toEqual({
      theme: { accentColor: '#000000' },
    });
  });

  it("uses the target's name for a field with a dot", () => {
    const files = { 'pages/a.yaml': 'title: A\n' };
    expect(update(files, { title: 'A', 'x.y': 1 }, { push: ['x\\.y'] }).after).toEqual({ 'x.y': null });
  });

  it('has the pointers and secrets of what is sent, and not those of unchanged values', () => {
    const files: Files = {
      'broadcast.yaml': `name: Test
appBar:
  leftNavigator: { broadcastPageId: pages/a }
  rightNavigator: { broadcastPageId: pages/b }
menu: { sections: [{ tiles: [{ title: A, navigator: { broadcastPageId: pages/a } }] }] }
authProviders: [{ type: oAuth, key: { $env: KEY } }]
`,
      'pages/a.yaml': 'title: A\n',
      'pages/b.yaml': 'title: B\n',
    };
    const remote = { appBar: { leftNavigator: { broadcastPageId: 'x' }, rightNavigator: { broadcastPageId: 'y' } } };
    const bar = update(files, remote, { push: ['appBar.leftNavigator.broadcastPageId'] });
    expect(bar).toMatchObject({
      pointers: [{ path: ['appBar', 'leftNavigator', 'broadcastPageId'], address: 'pages/a' }],
      secrets: [],
    });
    expect(bar.pointers).toHaveLength(1);
    expect(update(files, remote, { push: ['authProviders'] })).toMatchObject({
      pointers: [],
      secrets: [['authProviders', 0, 'key']],
    });
  });
});

describe('the body of a creation', () => {
  it('leaves out what the file clears, which is managed anyway', () => {
    const body = createBody(desiredFor({ 'places/a.yaml': 'name: A\ncategory: null\ncoordinates: { x: 1, y: 2 }\n' }));
    expect(body.after).toEqual({ name: 'A', coordinates: { x: 1, y: 2 } });
    expect(body.sets).toEqual(['name', 'category', 'coordinates.x', 'coordinates.y']);
  });
});
