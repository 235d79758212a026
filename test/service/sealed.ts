/** Backups as lines. */
import { beginSealed } from '../../src/service/transfer/backup-seal.ts';
import { exportTo } from '../../src/service/transfer/export.ts';
import { importFrom } from '../../src/service/transfer/import.ts';
import type { Engine } from '../../src/service/store/work.ts';

/** The lines of a backup with these rows. */
export function sealed(rows: readonly string[]): readonly string[] {
  const lines: string[] = [];
  const { add, end } = beginSealed((line) => lines.push(line));
  for (const row of rows) add(row);
  end();
  return lines;
}

export async function exportLines(engine: Engine): Promise<readonly string[]> {
  let lines: string[] = [];
  await exportTo(engine, () => {
    lines = [];
    return (line) => lines.push(line);
  });
  return lines;
}

/** Returns the number of rows. */
export async function importLines(engine: Engine, lines: readonly string[]): Promise<number> {
  const { rows } = await importFrom(engine, () => lines);
  return Object.values(rows).reduce((sum, count) => sum + count, 0);
}
