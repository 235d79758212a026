/**
 * Where git has left a merge conflict in a text: the place of the first mark of a whole one. What `gitcast pull` could not
 * merge in a Markdown body is marked too, with `here`, and is its own affair: it stays a conflict until it is resolved.
 */
export function conflictMark(text: string): number | undefined {
  if (!text.includes(BEGINNING)) return undefined;
  let [begun, isHalfway]: [number | undefined, boolean] = [undefined, false];
  let start = 0;
  for (const line of text.split('\n')) {
    if (line.startsWith(BEGINNING)) [begun, isHalfway] = [line.trimEnd() === OWN ? undefined : start, false];
    else if (begun !== undefined && line.trimEnd() === '=======') isHalfway = true;
    else if (isHalfway && line.startsWith('>>>>>>> ')) return begun;
    start += line.length + 1;
  }
  return undefined;
}

const BEGINNING = '<<<<<<< ';
const OWN = '<<<<<<< here';
