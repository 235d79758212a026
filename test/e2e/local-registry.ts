/** A package registry on this machine with the packages of node_modules, so that npm installs without a network. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './program.ts';
import { program } from '../programs.ts';
import { listen } from '../listen.ts';

/** An entry of the lockfile: the registry's data about a version, except for the tarball. */
interface Entry {
  readonly version: string;
  readonly dev?: boolean;
  readonly integrity: string;
}

export interface LocalRegistry {
  readonly url: string;
  readonly close: () => void;
}

export async function startRegistry(): Promise<LocalRegistry> {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Entry>;
  };
  const entries = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
  const tarballs = new Map<string, Buffer>();
  let url = '';

  /** Packages of other platforms are not in node_modules; npm reads their metadata, and never their tarball. */
  const describe = async ([path, entry]: readonly [string, Entry], name: string) => {
    const address = `${url}/-/${encodeURIComponent(name)}/${entry.version}.tgz`;
    if (!existsSync(join(ROOT, path)))
      return { ...entry, name, dist: { tarball: address, integrity: entry.integrity } };
    const tarball = await packed(join(ROOT, path));
    tarballs.set(new URL(address).pathname, tarball);
    return { ...entry, name, dist: { tarball: address, integrity: integrityOf(tarball) } };
  };

  const answers = new Map<string, Promise<Buffer | undefined>>();
  const answer = (path: string): Promise<Buffer | undefined> => {
    if (path.startsWith('/-/')) return Promise.resolve(tarballs.get(path));
    const made = answers.get(path) ?? describePackage(decodeURIComponent(path.slice(1)));
    answers.set(path, made);
    return made;
  };
  const describePackage = async (name: string): Promise<Buffer | undefined> => {
    const own = entries.filter(([place]) => place.endsWith(`node_modules/${name}`));
    if (own.length === 0) return undefined;
    const versions = await Promise.all(own.map((entry) => describe(entry, name)));
    return Buffer.from(
      JSON.stringify({
        name,
        'dist-tags': { latest: versions[0]!.version },
        versions: Object.fromEntries(versions.map((version) => [version.version, version])),
      }),
    );
  };

  const server = createServer((request, response) => {
    void answer(new URL(request.url!, url).pathname).then(
      (body) => response.writeHead(body ? 200 : 404).end(body ?? '{}'),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  url = `http://127.0.0.1:${await listen(server)}`;
  return { url, close: () => void server.close() };
}

/** A tarball as npm reads one: the folder at its top may have any name. */
async function packed(folder: string): Promise<Buffer> {
  const words = ['-c', '--exclude', 'node_modules', '-f', '-', '-C', dirname(folder), basename(folder)];
  const { stdout } = await promisify(execFile)(program('tar'), words, { encoding: 'buffer', maxBuffer: 2 ** 28 });
  return stdout;
}

const integrityOf = (tarball: Buffer): string => `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
