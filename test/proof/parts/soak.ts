/** A process under load for a while: what it keeps of memory and of open files. */
import { readdirSync, readFileSync } from 'node:fs';

export interface Sample {
  readonly megabytes: number;
  readonly handles: number;
}

export interface Soaked {
  /** After the first tenth of the load, when everything is loaded and compiled. */
  readonly early: Sample;
  readonly late: Sample;
}

export async function soak(
  pid: number,
  { count, act }: { readonly count: number; readonly act: (index: number) => Promise<void> },
): Promise<Soaked> {
  const warm = Math.ceil(count / 10);
  for (let index = 0; index < warm; index += 1) await act(index);
  const early = sampleOf(pid);
  for (let index = warm; index < count; index += 1) await act(index);
  return { early, late: sampleOf(pid) };
}

/** Linux shows both in /proc. */
function sampleOf(pid: number): Sample {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  return { megabytes: Math.round(Number(kilobytes) / 1024), handles: readdirSync(`/proc/${pid}/fd`).length };
}

export const noteOf = ({ early, late }: Soaked): string =>
  `${early.megabytes} MB and ${early.handles} handles after a tenth, ${late.megabytes} MB and ${late.handles} at the end`;

/** The heap of V8 grows in steps until it is worth collecting; handles come back at once. */
export const isSteady = ({ early, late }: Soaked): boolean =>
  late.handles <= early.handles + 8 && late.megabytes <= early.megabytes * 1.5 + 40;
