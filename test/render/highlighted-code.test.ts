/** gitcast runs the grammars of highlight.js by a loop of its own, which must write what the library writes. */
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { highlight, INSIDE } from '../../src/render/markdown/code/highlight.ts';
import { runs } from '../seed.ts';

const require = createRequire(import.meta.url);

interface Library {
  readonly newInstance: () => Library;
  readonly registerLanguage: (name: string, definition: object) => void;
  readonly highlight: (code: string, options: { readonly language: string }) => { readonly value: string };
}

const COMMON = 'javascript rust shell json yaml python php cpp xml markdown'.split(' ');
const ALL = readdirSync(new URL('.', `file://${require.resolve('highlight.js/lib/languages/ada')}`))
  .filter((file) => /^[^.]+\.js$/.test(file))
  .map((file) => file.slice(0, -'.js'.length));

function byTheLibrary(name: string): (code: string) => string {
  const library = (require('highlight.js/lib/core') as Library).newInstance();
  for (const each of [name, ...(INSIDE.get(name) ?? [])])
    library.registerLanguage(each, require(`highlight.js/lib/languages/${each}`) as object);
  return (code) => library.highlight(code, { language: name }).value;
}

/** Each is read by every grammar, most of which are not its own: text that is broken is text too. */
const CODE = [
  'import { a } from \'node:b\';\nexport async function f(a, b = 1) {\n  if (a < b && b > 0x1f) return `<${a.class}> ${b}`;\n  // note: TODO\n  return /re[/]x/.test(a) ? <div className="x">{a}<br/></div> : css`a { color: red }`;\n}\n',
  '<!doctype html>\n<style>a { color: #fff }</style>\n<p class="x" title=\'y\'>Tom &amp; Ann</p><script>let a = 1 < 2;</script>\n<?php echo <<<EOT\n$a {$b}\nEOT;\n?>\n<p>more</p>\n',
  '# Title\n\n- *a* **b** `c` [d](e) <b>f</b>\n\n```js\nlet a\n```\n$ echo "$HOME" | grep -v \'x\'\nkey: [1, 2.5, true]\n---\n"json": {"a": [null, -1e3]}\n[table]\nx = 2024-01-01\n',
  '#include <vector>\ntemplate <typename T> class A : public B { R"x(raw)x"; };\n#[derive(Debug)]\nfn main<\'a>(x: &\'a str) -> u8 { println!("{}", x); }\ndef f(x: int) -> str:\n    """doc"""\n    return f"{x!r}" @ 3\nSELECT a FROM "b" WHERE c = \'d\'; -- e\n<<~TEXT\n  #{x}\nTEXT\n',
  '',
  '\n\n  \n',
];

describe('highlighted code', () => {
  const languages = ALL.slice(0, runs({ test: 0, proof: ALL.length })).concat(COMMON);

  it('equals what the library writes, in every language', () => {
    for (const name of languages) {
      const expected = byTheLibrary(name);
      for (const code of CODE) expect(highlight(code, name), `${name}: ${code}`).toBe(expected(code));
    }
  });
});
