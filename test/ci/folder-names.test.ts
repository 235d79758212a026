import { describe, expect, it } from 'vitest';
import { environmentNames, folderNames } from '../../src/ci/workspace/folder-names.ts';

describe('the short name of a broadcast', () => {
  it.each([
    ['festivals/lyon', 'festivals-lyon'],
    ['lyon_2027', 'lyon_2027'],
    ['festivals/été à Nîmes', 'festivals-ete-a-Nimes'],
    ['festivals/v1.5', 'festivals-v1-5'],
    ['.', 'root'],
  ])('is for %s %s', (folder, name) => {
    expect(folderNames([folder]).get(folder)).toBe(name);
  });

  it('tells folders apart whose letters it cannot contain', () => {
    const names = [...folderNames(['festivals/東京', 'festivals/大阪']).values()];
    expect(names).toEqual([
      expect.stringMatching(/^festivals-[\w-]{8}$/),
      expect.stringMatching(/^festivals-[\w-]{8}$/),
    ]);
    expect(names[0]).not.toBe(names[1]);
  });

  it.each([
    ['a/b', 'a-b'],
    ['Lyon', 'lyon'],
    ['.', 'root'],
  ])('is refused if %s and %s would share it', (one, other) => {
    expect(() => folderNames([one, 'others/oslo', other])).toThrow(`${one} and ${other} have the same short name`);
  });

  it('is refused for environments if one broadcast would share that of another which waits for approvals', () => {
    const folders = ['festivals/lyon', 'festivals/Lyon-unreviewed'];
    expect([...folderNames(folders).values()]).toEqual(['festivals-lyon', 'festivals-Lyon-unreviewed']);
    expect(() => environmentNames(folders)).toThrow(
      'festivals/lyon and festivals/Lyon-unreviewed have the same short name, festivals-lyon-unreviewed',
    );
  });
});
