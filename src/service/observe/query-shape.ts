export interface QueryShape {
  readonly operation: string;
  readonly table: string;
}

const OPERATIONS: readonly string[] = ['select', 'insert', 'update', 'delete'];

/** What a query does, and to which table: few different values, without any of its own. */
export function shapeOf(sql: string): QueryShape {
  const operation = /\b(?:select|insert|update|delete)\b/i.exec(sql)?.[0].toLowerCase() ?? '';
  const table = /\b(?:from|into|update)\s+([a-z_]+)/i.exec(sql)?.[1]?.toLowerCase();
  return { operation: OPERATIONS.includes(operation) ? operation : 'other', table: table ?? 'none' };
}
