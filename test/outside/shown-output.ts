/** The output that a page shows below a command, compared with what the command printed. */

/** A page with this comment shows all output of its commands. Others may omit lines, but keep their order. */
export const showsAll = (page: string): boolean => page.includes('<!-- all output is shown -->');

/** Ids of objects, instants that the service sets, and digests of plans, which cover its address: they differ in each run. */
const OF_THIS_RUN = /\b[0-9a-f]{24}\b|\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z|(?<=^digest )\S{22}$/;
const INSTANT = '2027-05-03T09:15:40.000Z';
const ID = '64b7c0ffee64b7c0ffee';
const DIGEST = 'HGtwZYEMatOMBhB8Ji';

export class ShownOutput {
  /** The ids and digests of the page by those of this run: each stands for one object or plan on the whole page. */
  readonly #shown = new Map<string, string>();

  /** The lines that a page should show for what was printed. */
  of(printed: string): readonly string[] {
    const text = printed.trimEnd();
    if (text === '') return [];
    return text
      .split('\n')
      .map((line) => line.trimEnd().replaceAll(new RegExp(OF_THIS_RUN, 'gm'), (value) => this.#asShown(value)));
  }

  #asShown(value: string): string {
    if (value.endsWith('Z') && value.includes(':')) return INSTANT;
    const start = /^[0-9a-f]{24}$/.test(value) ? ID : DIGEST;
    const known = this.#shown.get(value) ?? `${start}${String(this.#shown.size + 1).padStart(4, '0')}`;
    this.#shown.set(value, known);
    return known;
  }
}

/** The lines of a page that were not printed, in this order. The margin of an excerpt is as wide as its line numbers. */
export function notPrinted(shown: readonly string[], printed: readonly string[]): readonly string[] {
  const lines = printed.map((line) => line.trim());
  let from = 0;
  return shown.filter((line) => {
    const at = lines.indexOf(line.trim(), from);
    if (at !== -1) from = at + 1;
    return at === -1;
  });
}
