import { describe, expect, it } from 'vitest';
import { columns } from '../../src/cli/views/text/columns.ts';
import { diagnosticText } from '../../src/cli/views/problems/diagnostic-view.ts';
import { excerpt, printable } from '../../src/diagnostics/printable.ts';
import { styleFor } from '../../src/cli/views/text/style.ts';
import { reportDiagnostics } from '../../src/project/check/diagnostic-report.ts';
import { diagnose, wholeFile, type Span } from '../../src/diagnostics/diagnostic.ts';

const PLAIN = styleFor({ write: () => undefined }, {}, {});

function spanOf(lineText: string, marked: string): Span {
  return { file: 'content/a.yaml', line: 7, column: lineText.indexOf(marked) + 1, length: marked.length, lineText };
}

/** The line and the carets below it. */
function drawn(lineText: string, marked: string, width = 160): readonly string[] {
  const { before, marked: shown, after, indent, run } = excerpt(spanOf(lineText, marked), width);
  return [before + shown + after, ' '.repeat(indent) + '^'.repeat(run)];
}

describe('an excerpt', () => {
  it('puts carets under the marked text', () => {
    expect(drawn('place_id: places/x', 'places/x')).toEqual(['place_id: places/x', '          ^^^^^^^^']);
  });

  it('shows tabs as spaces', () => {
    expect(drawn('\ttitle:\tx', 'x')).toEqual(['    title:    x', '              ^']);
  });

  it('counts wide characters as two columns and accents as none', () => {
    expect(drawn('東京: x', 'x')).toEqual(['東京: x', '      ^']);
    expect(drawn('e\u0301te\u0301: x', 'x')).toEqual(['e\u0301te\u0301: x', '     ^']);
    expect(drawn('🎪 a', 'a')).toEqual(['🎪 a', '   ^']);
    expect(drawn('x: 東京', '東京')).toEqual(['x: 東京', '   ^^^^']);
  });

  it('shows the part of a long line around the marked text', () => {
    const line = `${'a'.repeat(300)} HERE ${'b'.repeat(300)}`;
    const [shown, carets] = drawn(line, 'HERE', 60);
    expect(shown!.length).toBeLessThanOrEqual(60);
    expect(shown).toMatch(/^…a+ HERE b+…$/);
    expect(shown!.slice(carets!.indexOf('^'), carets!.length)).toBe('HERE');
  });

  it('shows the beginning and the end of a long line as they are', () => {
    const line = `START${'a'.repeat(300)}END`;
    expect(drawn(line, 'START', 60)[0]).toMatch(/^START.*…$/);
    expect(drawn(line, 'END', 60)[0]).toMatch(/^….*END$/);
  });

  it('does not underline more than it shows', () => {
    const [shown, carets] = drawn('a'.repeat(500), 'a'.repeat(500), 60);
    expect(carets!.length).toBeLessThanOrEqual(shown!.length);
  });

  it('points behind the end of a line if something is missing there', () => {
    const { indent, run } = excerpt({ file: 'a', line: 1, column: 7, length: 1, lineText: 'title:' }, 160);
    expect([indent, run]).toEqual([6, 1]);
  });
});

describe('text from files', () => {
  it('cannot control the terminal', () => {
    expect(printable('\u001b[2J\r\u0007\u009b31m\u202eevil')).toBe('␛[2J␍␇�31m�evil');
  });

  it('keeps its letters in any language', () => {
    expect(printable('Été 東京 🎪 مرحبا')).toBe('Été 東京 🎪 مرحبا');
  });
});

describe('a diagnostic', () => {
  const problem = diagnose('same-id', spanOf('$id: "64b7"', '"64b7"'), 'two documents have the id 64b7', {
    notes: [
      { message: 'ids are unique' },
      { message: 'the other one', at: { ...spanOf('  $id: "64b7"', '"64b7"'), line: 112 } },
    ],
    suggestion: 'remove one',
  });

  it('shows its notes, with their position if they have one', () => {
    expect(diagnosticText(problem, PLAIN)).toMatchInlineSnapshot(`
      "error[same-id]: two documents have the id 64b7
         --> content/a.yaml:7:6
          |
        7 | $id: "64b7"
          |      ^^^^^^
          = note: ids are unique
          = note: the other one
         --> content/a.yaml:112:8
          |
      112 |   $id: "64b7"
          |        ^^^^^^
          = help: remove one"
    `);
  });

  it('about a whole file shows no line', () => {
    expect(diagnosticText(diagnose('no-broadcast', wholeFile('content/'), 'there is none'), PLAIN)).toBe(
      'warning[no-broadcast]: there is none\n --> content/',
    );
  });

  it('on a line with a credential names the line, and shows neither its text nor a mark', () => {
    const at = { ...spanOf('secret: { $env: PATH }', '{ $env: PATH }'), lineText: '' };
    expect(diagnosticText(diagnose('unlisted-secret', at, 'it is not listed'), PLAIN)).toBe(
      'error[unlisted-secret]: it is not listed\n --> content/a.yaml:7:9',
    );
  });

  it('is flat data in JSON', () => {
    expect(reportDiagnostics([problem])).toEqual([
      {
        code: 'same-id',
        severity: 'error',
        message: 'two documents have the id 64b7',
        file: 'content/a.yaml',
        line: 7,
        column: 6,
        also: [],
        notes: ['ids are unique', { message: 'the other one', file: 'content/a.yaml', line: 112, column: 8 }],
        suggestion: 'remove one',
      },
    ]);
  });
});

describe('columns', () => {
  it('align, and wrap the last one below itself', () => {
    const rows = [
      ['--a', 'short'],
      ['--longer', 'words that do not all fit on one line'],
    ];
    expect(columns(rows, { width: 34 }).split('\n')).toEqual([
      '  --a       short',
      '  --longer  words that do not all',
      '            fit on one line',
    ]);
  });
});
