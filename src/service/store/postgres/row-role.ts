/**
 * Policies do not apply to superusers and to roles with BYPASSRLS. A connection of such a role acts as a role of its own,
 * to which they do.
 */
import type { ClientBase } from 'pg';
import { UserError } from '../../../diagnostics/errors.ts';
import { oneAtATime } from './migrations.ts';

export const ROW_ROLE = 'gitcast_rows';

/** Returns the role to act as, or undefined if the policies apply to the one that connects. */
export async function prepareRowRole(client: ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ bypasses: boolean; name: string }>(
    'SELECT rolsuper OR rolbypassrls AS bypasses, rolname AS name FROM pg_roles WHERE rolname = current_user',
  );
  const { bypasses, name } = rows[0]!;
  if (!bypasses) return undefined;
  try {
    await oneAtATime(client, () =>
      client.query(`
      DO $$ BEGIN CREATE ROLE ${ROW_ROLE} NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
      DO $$ BEGIN EXECUTE format('GRANT ${ROW_ROLE} TO %I', current_user); END $$;
      GRANT USAGE ON SCHEMA gitcast TO ${ROW_ROLE};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA gitcast TO ${ROW_ROLE};
    `),
    );
    return ROW_ROLE;
  } catch (error) {
    throw new UserError(`the role ${name} bypasses row-level security, and cannot create a role that does not`, {
      suggestion: 'connect as a role without BYPASSRLS that owns the database',
      cause: error,
    });
  }
}
