/** Removes the empty lines that template commands leave behind. In `pre`, every line is kept. */
export function tidy(rendered: string): string {
  const html = rendered.trim();
  // Joined once: a text that grows in parts is copied again by the next reader.
  const kept: string[] = [];
  let start = 0;
  for (let pre = nextPre(html, 0); pre; pre = nextPre(html, pre.end)) {
    keepLines(html, start, pre.start, kept);
    kept.push(html.slice(pre.start, pre.end));
    start = pre.end;
  }
  keepLines(html, start, html.length, kept);
  kept.push('\n');
  return kept.join('');
}

interface Region {
  readonly start: number;
  readonly end: number;
}

function nextPre(html: string, from: number): Region | undefined {
  for (let start = html.indexOf(OPEN, from); start !== -1; start = html.indexOf(OPEN, start + 1)) {
    if (!/[\s>]/.test(html.charAt(start + OPEN.length))) continue;
    const close = html.indexOf(CLOSE, start + OPEN.length + 1);
    return close === -1 ? undefined : { start, end: close + CLOSE.length };
  }
  return undefined;
}

const OPEN = '<pre';
const CLOSE = '</pre>';

/** The text between two empty lines is one piece: a page has many lines, and few of them are empty. */
function keepLines(html: string, start: number, end: number, kept: string[]): void {
  let copied = start;
  for (let line = start; line < end;) {
    const lineEnd = html.indexOf('\n', line);
    if (lineEnd === -1 || lineEnd >= end) break;
    if (isBlank(html, line, lineEnd)) {
      kept.push(html.slice(copied, line));
      copied = lineEnd + 1;
    }
    line = lineEnd + 1;
  }
  kept.push(html.slice(copied, end));
}

function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    // Almost every line begins with one of these, and `trim` knows the few others that are no letters.
    if (code > SPACE && code < FIRST_WIDE) return false;
    if (text[at]!.trim() !== '') return false;
  }
  return true;
}

const SPACE = 0x20;
/** No character between a space and this one is a space. */
const FIRST_WIDE = 0xa0;
