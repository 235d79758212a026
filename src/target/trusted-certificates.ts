/**
 * Certificates that are trusted in addition to the default ones. Node.js reads NODE_EXTRA_CA_CERTS when it starts, before
 * `.env` is read, and ignores a file that it cannot read. This code does both.
 */
import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import type { Config } from '../config/config.ts';
import { reasonOfDisk } from '../machine/disk-failure.ts';
import { UserError } from '../diagnostics/errors.ts';
import { ifPossible } from '../values/if-possible.ts';

const NAME = 'NODE_EXTRA_CA_CERTS';

/** Undefined without additional ones. A path in `.env` is relative to its folder. */
export function trustedCertificates({ root, variable }: Config, cwd: string): SecureContext | undefined {
  const value = variable(NAME);
  if (value === undefined || value === '') return undefined;
  const file = [root, cwd].map((folder) => resolve(folder, value)).find(existsSync) ?? resolve(root, value);
  const own = certificatesIn(readText(file), file);
  return createSecureContext({ ca: [...getCACertificates('default'), ...own] });
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = reasonOfDisk(error) ?? (error as NodeJS.ErrnoException).code ?? 'unknown reason';
    throw new UserError(`the certificates in ${file} (${NAME}) cannot be read: ${reason}`, {
      suggestion: `set ${NAME} to a PEM file with certificates, or remove it`,
    });
  }
}

const BLOCK = /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----[^-]+-----END (?:X509 |TRUSTED )?CERTIFICATE-----/g;

function certificatesIn(text: string, file: string): readonly string[] {
  const blocks = text.match(BLOCK) ?? [];
  if (blocks.length > 0 && blocks.every(isCertificate)) return blocks;
  throw new UserError(`${file} (${NAME}) ${blocks.length === 0 ? 'has no' : 'has a broken'} PEM certificate`, {
    suggestion:
      'a PEM file has lines such as -----BEGIN CERTIFICATE-----; openssl x509 -inform der -in FILE converts one',
  });
}

const isCertificate = (block: string): boolean => ifPossible(() => new X509Certificate(block).subject) !== undefined;
