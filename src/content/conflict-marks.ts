/**
 * The position of the first complete git conflict marker in a text. Conflicts that `gitcast pull` could not merge in a
 * Markdown body are marked too, with `here`, and are ignored: they stay conflicts until they are resolved.
 */
export function conflictMark(text: string): number | undefined {
  if (!text.includes(BEGINNING)) return undefined;
  let [opened, isHalfway]: [number | undefined, boolean] = [undefined, false];
  let start = 0;
  for (const line of text.split('\n')) {
    if (line.startsWith(BEGINNING)) [opened, isHalfway] = [line.trimEnd() === OWN ? undefined : start, false];
    else if (opened !== undefined && line.trimEnd() === '=======') isHalfway = true;
    else if (isHalfway && line.startsWith('>>>>>>> ')) return opened;
    start += line.length + 1;
  }
  return undefined;
}

const BEGINNING = '<<<<<<< ';
const OWN = '<<<<<<< here';
