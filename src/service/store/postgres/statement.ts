/** SQL as PostgreSQL reads it: numbered places, and the locks that are comments to others (../work.ts). */
export function toPostgres(sql: string): string {
  let number = 0;
  return sql.replaceAll(/\/\*|\*\//g, '').replaceAll('?', () => `$${(number += 1)}`);
}

/** A server parses and plans a statement with a name once for each connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

const known = new Map<string, Statement>();

export function statementOf(sql: string): Statement {
  let statement = known.get(sql);
  if (!statement) known.set(sql, (statement = { name: `q${known.size}`, text: toPostgres(sql) }));
  return statement;
}
