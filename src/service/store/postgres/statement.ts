/** SQL as PostgreSQL reads it: numbered places, and the locks that are comments to others (../work.ts). */
export function toPostgres(sql: string): string {
  let number = 0;
  return sql.replaceAll(/\/\*|\*\//g, '').replaceAll('?', () => `$${(number += 1)}`);
}
