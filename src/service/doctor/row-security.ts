/** Checks that row-level security keeps the broadcasts apart. */
import { tableNames, UNSECURED } from '../store/postgres/migrations.ts';
import { ROW_ROLE } from '../store/postgres/row-role.ts';
import { error, ok, warn, type Ask, type ServiceCheck } from './check.ts';

interface Role {
  readonly name: string;
  /** Policies do not apply to it. */
  readonly bypasses: boolean;
  /** There is a role to which they do, and as which gitcast acts. */
  readonly hasRole: boolean;
  /** In this database, too: the first start of gitcast grants that. */
  readonly canActAsIt: boolean;
}

async function roleOf(ask: Ask): Promise<Role> {
  const other = `SELECT FROM pg_roles WHERE rolname = '${ROW_ROLE}' AND NOT rolsuper AND NOT rolbypassrls`;
  const [role] = await ask<Role>(
    `SELECT rolname AS name, rolsuper OR rolbypassrls AS bypasses, EXISTS (${other}) AS "hasRole",
      EXISTS (${other} AND pg_has_role(current_user, oid, 'MEMBER') AND has_schema_privilege(oid, 'gitcast', 'USAGE')) AS "canActAsIt"
      FROM pg_roles WHERE rolname = current_user`,
  );
  return role!;
}

export async function checkRole(ask: Ask): Promise<ServiceCheck> {
  const { name, bypasses, hasRole } = await roleOf(ask);
  if (!bypasses) return ok('role', `row-level security applies to ${name}`);
  const fix =
    'run gitcast serve backup FILE, then restore it into a database that a role without SUPERUSER and BYPASSRLS owns';
  if (!hasRole) return error('role', `${name} bypasses row-level security`, fix);
  return warn('role', `${name} bypasses row-level security; gitcast acts as ${ROW_ROLE} instead`, fix);
}

export async function checkPolicies(ask: Ask): Promise<ServiceCheck> {
  const open = await ask<{ name: string }>(`
    SELECT relname AS name FROM pg_class c WHERE relnamespace = 'gitcast'::regnamespace AND relkind IN ('r', 'p')
      AND relname NOT IN (${UNSECURED.map((name) => `'${name}'`).join(', ')})
      AND NOT (relrowsecurity AND relforcerowsecurity AND EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid))
      ORDER BY relname`);
  if (open.length === 0) return tryPolicies(ask);
  const names = open.map(({ name }) => name);
  const fix = `run ALTER TABLE gitcast.${names[0]} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY, and check its policy own_broadcast`;
  return error('policies', `row-level security is not in force on ${names.join(', ')}`, fix);
}

/** Looks as gitcast does, for a broadcast that does not exist. Another policy may show more than that of gitcast. */
async function tryPolicies(ask: Ask): Promise<ServiceCheck> {
  const { bypasses, canActAsIt } = await roleOf(ask);
  const inForce = ok('policies', 'row-level security is in force on every table');
  if (bypasses && !canActAsIt) return inForce; // There is nobody to look as. The check of the role reports that this one is wrong.
  const seen: string[] = [];
  await ask("SELECT set_config('gitcast.broadcast', 'none', true)");
  if (bypasses) await ask(`SET LOCAL ROLE ${ROW_ROLE}`);
  for (const name of tableNames().filter((each) => !UNSECURED.includes(each)))
    if ((await ask(`SELECT FROM ${name} LIMIT 1`)).length > 0) seen.push(name);
  if (bypasses) await ask('RESET ROLE');
  await ask("SELECT set_config('gitcast.broadcast', '*', true)");
  if (seen.length === 0) return inForce;
  const fix = `drop every policy of gitcast.${seen[0]} but own_broadcast; if it is that one, restore a backup into a new database`;
  return error('policies', `rows of every broadcast are visible to all in ${seen.join(', ')}`, fix);
}
