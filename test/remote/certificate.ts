import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const OPENSSL = process.env['OPENSSL'] ?? 'openssl';

const NAMES = 'subjectAltName=IP:127.0.0.1,DNS:festival.test,DNS:proxy.test';

/** A self-signed certificate; undefined if openssl is not installed. */
export function selfSigned(): { key: string; cert: string } | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'gitcast-certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  try {
    const words = ['req', '-x509', ...made, '-keyout', key, '-out', cert, '-subj', '/CN=127.0.0.1', '-addext', NAMES];
    execFileSync(OPENSSL, words, { stdio: 'ignore' });
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
