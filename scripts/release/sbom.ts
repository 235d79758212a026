/**
 * The bill of materials: every package that an installation may include, in CycloneDX. `npm sbom --omit dev` leaves out each
 * package that a development dependency needs too, such as yaml and ajv, and names the package after its folder. So npm runs
 * in a folder of the right name, with a lockfile without development dependencies.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm, ReleaseError } from './run.ts';

interface Entry {
  readonly version: string;
  readonly dev?: boolean;
  readonly devDependencies?: object | undefined;
}
type Manifest = Readonly<Record<string, unknown>> & { readonly name: string };
type Packages = Readonly<Record<string, Entry>>;

interface Bill {
  readonly bomFormat: string;
  readonly components: readonly { readonly name: string; readonly version: string }[];
}

export function billOfMaterials(root: string): { readonly text: string; readonly count: number } {
  const manifest = readJson(join(root, 'package.json')) as Manifest;
  const lock = readJson(join(root, 'package-lock.json')) as { packages: Packages };
  const packages = forProduction(lock.packages);
  const text = asked({ ...manifest, devDependencies: undefined, overrides: undefined }, { ...lock, packages });
  const bill = JSON.parse(text) as Bill;
  const listed = new Set(bill.components.map(({ name, version }) => `${name}@${version}`));
  const missing = namesOf(packages).filter((name) => !listed.has(name));
  if (bill.bomFormat !== 'CycloneDX' || missing.length > 0)
    throw new ReleaseError([`The bill of materials from npm lacks ${missing.join(', ') || 'its format'}.`]);
  return { text, count: listed.size };
}

function forProduction(packages: Packages): Packages {
  const kept = Object.entries(packages).filter(([, { dev }]) => !dev);
  return Object.fromEntries(
    kept.map(([path, entry]) => [path, path === '' ? { ...entry, devDependencies: undefined } : entry]),
  );
}

const namesOf = (packages: Packages): readonly string[] =>
  Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`);

function asked(manifest: Manifest, lock: object): string {
  const room = mkdtempSync(join(tmpdir(), 'gitcast-sbom-'));
  try {
    const folder = join(room, manifest.name);
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
    return npm(['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'], {
      cwd: folder,
      failure: 'npm could not create the bill of materials.',
    });
  } finally {
    rmSync(room, { recursive: true });
  }
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
