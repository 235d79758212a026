/** What an installation consists of, from the lockfile and the installed packages themselves. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { billOfMaterials } from '../../../scripts/release/sbom.ts';
import { ROOT } from '../../e2e/program.ts';
import { program } from '../../programs.ts';

interface Locked {
  readonly version: string;
  readonly dev?: boolean;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
}

/** Licences that allow use, change and distribution, and ask for no more than their text. */
const PERMISSIVE =
  /^(?:MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|Unlicense|CC0-1\.0|BlueOak-1\.0\.0|Python-2\.0|CC-BY-4\.0)$/;

export interface SupplyChain {
  /** Packages that an installation may have. */
  readonly packages: number;
  readonly withIntegrity: number;
  /** Names of packages that run a script when they are installed. */
  readonly scripts: readonly string[];
  /** How many packages have each licence. */
  readonly licences: ReadonlyMap<string, number>;
  readonly unknown: readonly string[];
  readonly billed: number;
}

export function supplyChain(): SupplyChain {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const locked = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && !dev);
  // Packages of other platforms are not installed here.
  const named = locked
    .filter(([path]) => existsSync(join(ROOT, path, 'package.json')))
    .map(([path]) => ({ path, licence: licenceOf(path) }));
  return {
    packages: locked.length,
    withIntegrity: locked.filter(([, { integrity }]) => integrity?.startsWith('sha512-')).length,
    scripts: locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path),
    licences: new Map([...Map.groupBy(named, ({ licence }) => licence)].map(([licence, all]) => [licence, all.length])),
    unknown: named.filter(({ licence }) => !isPermissive(licence)).map(({ path, licence }) => `${path}: ${licence}`),
    billed: billOfMaterials(ROOT).count,
  };
}

function licenceOf(path: string): string {
  const { license } = JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8')) as { license?: unknown };
  return typeof license === 'string' ? license : 'none';
}

/** A choice is permissive if one of its licences is, a combination if all of them are. */
const isPermissive = (expression: string): boolean =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => PERMISSIVE.test(licence)));

export type Signatures =
  | { readonly type: 'checked'; readonly problems: number }
  | { readonly type: 'not-run'; readonly why: string };

/** Needs the registry and its keys, so it cannot run everywhere. */
export function signatures(): Signatures {
  const words = ['audit', 'signatures', '--json', '--omit=dev', '--fetch-retries=0', '--fetch-timeout=10000'];
  const { stdout } = spawnSync(program('npm'), words, { cwd: ROOT, encoding: 'utf8', timeout: 120_000 });
  try {
    const { invalid, missing } = JSON.parse(stdout) as { invalid: readonly unknown[]; missing: readonly unknown[] };
    return { type: 'checked', problems: invalid.length + missing.length };
  } catch {
    return { type: 'not-run', why: 'npm audit signatures needs the public registry and its keys' };
  }
}
