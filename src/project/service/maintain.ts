/** The database of the embedded service as a whole: its tables, and copies of everything in it. */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { call, option, worded } from '../../diagnostics/wording.ts';
import type { ServiceCheck } from '../../service/doctor/contents.ts';
import { checkFile } from '../../service/doctor/file.ts';
import { claim, endingOf, keeperName } from '../../service/local/claim.ts';
import { loadWith } from '../../service/optional-package.ts';
import { systemClock } from '../../service/options.ts';
import type { Engine } from '../../service/store/work.ts';
import { migrateSchema, openEngine, schemaVersions, type SchemaVersions } from '../../service/store/database.ts';
import { makeFolder } from '../../service/store/sqlite/private-file.ts';
import { exportTo } from '../../service/transfer/export.ts';
import { importFrom, type Imported } from '../../service/transfer/import.ts';
import { linesOf, writeLineFile } from '../../service/transfer/line-file.ts';
import type { RowCounts } from '../../service/transfer/tables.ts';
import * as is from '../../values/shape.ts';
import { checkOptions } from '../calls/call.ts';
import type { Outside } from '../outside.ts';
import { flag, needed, unwritten, type OptionsOf } from '../calls/option.ts';
import { databaseOf, type ChosenDatabase, type ServiceSettings } from './service-settings.ts';
import { Problem } from '../../service/http/problem.ts';

const migrateOptions = { check: flag('migrate: only report whether it is necessary; exit code 2 if so') };

/** The options of `migrate`. */
export interface MigrateOptions extends OptionsOf<typeof migrateOptions> {}

/** The versions of the tables. */
export interface Migrated extends SchemaVersions {
  /** False if the tables already had the version of this program, or a newer one that it can use. */
  readonly needed: boolean;
}

const copyOptions = {
  file: needed(unwritten(is.filledText, 'The file with the copy')),
  force: flag('backup: overwrite FILE; restore: delete what the database contains'),
};

/** The options of `backup` and `restore`. */
export interface CopyOptions extends OptionsOf<typeof copyOptions> {}

/** A copy that was written. */
export interface Backup {
  /** The file. */
  readonly file: string;
  /** Its size. */
  readonly bytes: number;
  /** The number of rows of each table. */
  readonly rows: RowCounts;
}

export const maintainOptions = { ...migrateOptions, force: copyOptions.force };

/** The calls for the database as a whole. */
export interface ServiceMaintenance extends ReturnType<typeof maintain> {}

export function maintain(outside: Outside, settings: ServiceSettings) {
  const database = (): ChosenDatabase => databaseOf(outside, settings);
  return {
    /** Gives the tables the form that this version uses. */
    migrate: async (given?: MigrateOptions): Promise<Migrated> => {
      const { check = false } = checkOptions('migrate', given, migrateOptions);
      refuseMissing(database());
      const versions = await (check ? schemaVersions : migrateSchema)(database().at);
      return { ...versions, needed: versions.from < versions.to };
    },
    /** Writes everything to a file, as it was at one moment, while the service may run. */
    backup: async (given: CopyOptions): Promise<Backup> => {
      const { file, force = false } = checkOptions('backup', given, copyOptions);
      const engine = await openToCopy(database());
      try {
        const path = resolve(outside.folder, file);
        const fill = {
          replaces: force,
          fill: (begin: Parameters<typeof exportTo>[1]) => orUnavailable(() => exportTo(engine, begin)),
        };
        const { result, bytes } = await writeLineFile(path, fill);
        return { file, bytes, rows: result };
      } finally {
        await engine.close();
      }
    },
    /** Looks for what is wrong with the database, without changing it. */
    doctor: async (): Promise<readonly ServiceCheck[]> => {
      const { type, at } = database();
      const { now } = systemClock;
      if (type === 'file') return checkFile(at, now());
      // Loaded on demand: most services use a file.
      const { checkServer } = await loadWith('pg', () => import('../../service/doctor/server.ts'));
      return checkServer(at, now);
    },
    /** Fills the database from such a file, completely or not at all. */
    restore: async (given: CopyOptions): Promise<Imported> => {
      const { file, force = false } = checkOptions('restore', given, copyOptions);
      const lines = (): Iterable<string> => linesOf(resolve(outside.folder, file));
      return alone(database(), (engine) => importFrom(engine, lines, { replaces: force }));
    },
  };
}

async function openToCopy(database: ChosenDatabase): Promise<Engine> {
  refuseMissing(database);
  const { from } = await schemaVersions(database.at);
  if (from === 0) throw nothingThere('the database has no tables yet');
  return openEngine(database.at, {});
}

function refuseMissing({ type, at }: ChosenDatabase): void {
  if (type === 'file' && !existsSync(at)) throw nothingThere(`there is no database ${at} yet`);
}

const nothingThere = (message: string): UserError =>
  new UserError(message, {
    suggestion: worded`create it with \`${call('serve')}\`, or pass another one with ${option('database')}`,
  });

/** While nobody serves the database: a running copy would go on with what is no longer there. */
async function alone<T>({ type, at }: ChosenDatabase, act: (engine: Engine) => Promise<T>): Promise<T> {
  if (type === 'server') return aloneOnServer(at, act);
  makeFolder(dirname(at));
  const claimed = claim(at);
  if (claimed.type === 'taken') {
    throw new UserError(`${keeperName(claimed.by)} serves ${at}`, {
      suggestion: `${endingOf(claimed.by).replace('kill -9', 'kill')}, then run the command again`,
    });
  }
  try {
    return await withEngine(at, act);
  } finally {
    claimed.release();
  }
}

const aloneOnServer = <T>(at: string, act: (engine: Engine) => Promise<T>): Promise<T> =>
  withEngine(at, async (engine) => {
    const others = new Set(await engine.holders());
    others.delete(engine.holder);
    if (others.size === 0) return act(engine);
    throw new UserError(
      `${others.size} ${others.size === 1 ? 'other process uses' : 'other processes use'} the database`,
      {
        suggestion: 'stop all copies of the service, then run the command again',
      },
    );
  });

async function withEngine<T>(at: string, act: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await openEngine(at, {});
  try {
    return await orUnavailable(() => act(engine));
  } finally {
    await engine.close();
  }
}

/** A server that is overloaded, or whose tables are locked, is no fault of the program. */
export async function orUnavailable<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 503) throw error;
    const { message, cause } = error;
    throw new UserError(cause instanceof Error ? `${message}: ${cause.message}` : message, {
      suggestion: 'run the command again when the database answers and nothing else locks its tables',
      cause: error,
    });
  }
}
