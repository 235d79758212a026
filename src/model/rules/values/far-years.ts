import { diagnose } from '../../../diagnostics/diagnostic.ts';
import type { Kind } from '../../../kinds/kind.ts';
import type { Path } from '../../../values/json.ts';
import { yearOf } from '../../traits.ts';
import { NO_PROBLEM, type ValueRule } from '../rule.ts';

/** Editions of a festival may be years apart, but hardly ever a decade. */
const FAR = 10;
/** More entries than these are an edition of their own, not typing mistakes. */
const FEW = 2;
const MANY_TO_ONE = 3;

/**
 * A year is probably mistyped if at most two entries of the programme have it, if another has three times as many, and if
 * none is less than ten years away. An article is only compared with later years: those from before are an archive.
 */
export const farYears: ValueRule = {
  codes: ['year-far-off'],
  check({ schema, value, path, kind, library, valueSpan }) {
    if (schema.format !== 'instant' || typeof value !== 'string' || !isDated(kind, path)) return NO_PROBLEM;
    const year = yearOf(value);
    const years = library.years();
    const own = years.find(([each]) => each === year)?.[1] ?? 0;
    if (year === undefined || own > FEW) return NO_PROBLEM;
    const others = years.filter(([other]) => other !== year);
    const [usual, entries] = others.reduce((most, each) => (each[1] > most[1] ? each : most), [year, 0]);
    const isFar = others.every(([other]) => Math.abs(other - year) >= FAR);
    const isArchived = !kind.page?.programme && year < usual;
    if (!isFar || isArchived || entries < MANY_TO_ONE * Math.max(1, own)) return NO_PROBLEM;
    return diagnose('year-far-off', valueSpan(), `${year} is far from the programme, which is in ${usual}`, {
      suggestion: `did you mean ${usual}${value.slice(4)}?`,
    });
  },
};

const isDated = ({ page, visibility }: Kind, path: Path): boolean =>
  [page?.programme?.start, page?.programme?.end, visibility?.from, visibility?.until].some(
    (each) => each?.length === path.length && each.every((key, index) => key === path[index]),
  );
