import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/diagnostics/errors.ts';
import { call, inProgram, option, worded, written, type Notation } from '../../src/diagnostics/wording.ts';

describe('a wording', () => {
  it('is written as a program writes options and calls', () => {
    const wording = worded`add ${option('force')}, or ${option('allowDeletes', 3)}`;
    expect(written(wording, inProgram)).toBe('add the option force, or the option allowDeletes: 3');
    const made = worded`make one with ${call('plan', { target: 'live', out: 'FILE' })}; ${call('doctor')} lists them`;
    expect(written(made, inProgram)).toBe("make one with plan({ target: 'live', out: FILE }); doctor() lists them");
  });

  it('can contain another one', () => {
    const step = worded`run ${call('doctor')}`;
    expect(written(worded`${step}, then ${call('plan')}`, inProgram)).toBe('run doctor(), then plan()');
  });

  it('of an error is its text for a program, and can be written in another notation', () => {
    const error = new UserError(worded`${option('staged')} takes no paths`, {
      suggestion: worded`leave out ${option('staged')}`,
    });
    expect([error.message, error.suggestion]).toEqual([
      'the option staged takes no paths',
      'leave out the option staged',
    ]);
    const notation: Notation = (mention) => ('option' in mention ? `-${mention.option}` : mention.call);
    expect(error.in(notation)).toEqual({ message: '-staged takes no paths', suggestion: 'leave out -staged' });
    expect(new UserError('plain').in(notation)).toEqual({ message: 'plain', suggestion: undefined });
  });
});
