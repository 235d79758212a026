import { describe, expect, it } from 'vitest';
import { oncePer } from '../../src/values/once-per.ts';

describe('oncePer', () => {
  it.each([undefined, null, 0, '', false, 'text'])('computes %s once for each object', (value) => {
    let computed = 0;
    const valueOf = oncePer((_: object) => {
      computed++;
      return value;
    });
    const [one, other] = [{}, {}];
    expect([valueOf(one), valueOf(one), valueOf(other), valueOf(one)]).toEqual([value, value, value, value]);
    expect(computed).toBe(2);
  });
});
