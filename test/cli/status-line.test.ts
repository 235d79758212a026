import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitLine, statusLine } from '../../src/cli/views/text/status-line.ts';

const RED = '\u001B[31m';
const PLAIN = '\u001B[39m';

function terminal(columns: number) {
  const written: string[] = [];
  return { columns, written, write: (text: string): void => void written.push(text) };
}

describe('the status line', () => {
  it('is cut where the terminal ends, with its colours closed', () => {
    expect(fitLine(`${RED}●${PLAIN} 13 documents`, 40)).toBe(`${RED}●${PLAIN} 13 documents`);
    expect(fitLine(`${RED}● 13 documents${PLAIN} · synced`, 10)).toBe(`${RED}● 13 docu…${PLAIN}`);
  });

  it('never uses more columns than the terminal has, wide characters included', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '東', '·', ' ') }),
        fc.integer({ min: 1, max: 30 }),
        (text, columns) => {
          const shown = fitLine(text, columns);
          expect([...shown].reduce((total, each) => total + (each === '東' ? 2 : 1), 0)).toBeLessThanOrEqual(columns);
          expect(text.startsWith(shown.replace(/…$/, ''))).toBe(true);
        },
      ),
    );
  });

  it('leaves room for the ^C of the terminal and the last column, after which some terminals wrap', () => {
    const output = terminal(10);
    statusLine(output).draw('0123456789');
    expect(output.written).toEqual(['\r\u001B[2K012345…']);
  });

  it('stays below what is written above it', () => {
    const output = terminal(80);
    const line = statusLine(output);
    line.draw('standing');
    line.draw('standing', 'news\n');
    line.erase();
    line.erase();
    expect(output.written.slice(1)).toEqual(['\r\u001B[2Knews\nstanding', '\r\u001B[2K']);
  });

  it('is erased after the window was narrowed', () => {
    const output = terminal(80);
    const line = statusLine(output);
    line.draw('a'.repeat(60));
    output.columns = 40;
    line.draw('b');
    expect(output.written[1]).toBe('\r\u001B[1A\u001B[Jb');
  });
});
