import { error, ok, type ServiceCheck } from './check.ts';

export function checkVersion(version: number, latest: number): ServiceCheck {
  if (version === latest) return ok('version', `format ${version}`);
  if (version === 0) return error('version', 'the database has no tables yet', 'run gitcast serve migrate');
  return version < latest
    ? error(
        'version',
        `format ${version} has to be migrated to ${latest}; its contents were not checked`,
        'run gitcast serve migrate',
      )
    : error('version', `format ${version} is newer than this version, which supports ${latest}`, 'update gitcast');
}
