import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { onTestFinished } from 'vitest';

/** A self-signed certificate for 127.0.0.1, festival.test, proxy.test and hooks.test, valid for a hundred years. It protects nothing. */
export const CERTIFICATE = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBujCCAV+gAwIBAgIUWZs9LJUBHGMnTiZIyMdkPQsGBRwwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTExNzA4NDY1MloYDzIxMjYxMDI0
MDg0NjUyWjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATQpc8sHM2KVWP5mLVfYV2dd62J90uBy1vPcSXnH3uN+pI6TgH/bpmc
5tbXq70siThcPJ9/7RMxxQb42ynQ+qoro4GMMIGJMB0GA1UdDgQWBBSpHGjF75O3
RMsNoBX02Wuk46BixTAfBgNVHSMEGDAWgBSpHGjF75O3RMsNoBX02Wuk46BixTAP
BgNVHRMBAf8EBTADAQH/MDYGA1UdEQQvMC2HBH8AAAGCDWZlc3RpdmFsLnRlc3SC
CnByb3h5LnRlc3SCCmhvb2tzLnRlc3QwCgYIKoZIzj0EAwIDSQAwRgIhAMXebK7L
AzntDC+lACdGs3rbOjo+dGywDbltiLNxB8YsAiEA+GYbOB1/2uy8FGfaxql6zqRY
BQOUPZx+9M989pdf9aA=
-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgGlwy/TIRVVMeYJZC
1CUobmFnhK3xtk3u4rkg3Dxur6WhRANCAATQpc8sHM2KVWP5mLVfYV2dd62J90uB
y1vPcSXnH3uN+pI6TgH/bpmc5tbXq70siThcPJ9/7RMxxQb42ynQ+qor
-----END PRIVATE KEY-----`,
};

/** As with NODE_EXTRA_CA_CERTS, which Node.js reads when it starts. */
export function trustCertificate(): void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, CERTIFICATE.cert]);
  onTestFinished(() => setDefaultCACertificates(before));
}
