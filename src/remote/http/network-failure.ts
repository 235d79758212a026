/** Explains why a request got no answer, from the error codes of Node.js and undici. */
import { errors } from 'undici';
import type { RemoteErrorType } from '../../diagnostics/errors.ts';
import { ProxyFailure } from './proxy.ts';

export interface NetworkFailure {
  readonly type: Extract<
    RemoteErrorType,
    'timed-out' | 'unreachable' | 'unknown-host' | 'tls' | 'disconnected' | 'malformed'
  >;
  /** True if the request may have reached the service. */
  readonly sent: boolean;
  /** True if a retry may succeed. */
  readonly passing: boolean;
  /** True if the answer was larger than the connection accepts. */
  readonly tooLarge?: true;
  /** Completes a sentence that starts with "GET /v1/events". */
  readonly what: string;
  readonly suggestion: string;
}

export function networkFailure(error: unknown, origin: string): NetworkFailure {
  if (error instanceof ProxyFailure) return proxyFailure(error, origin);
  const { code, syscall } = describe(error);
  switch (code) {
    case 'ENOTFOUND':
      return {
        ...BEFORE_SENDING,
        type: 'unknown-host',
        passing: false,
        what: `failed: cannot resolve the host of ${origin}`,
        suggestion: "check the target's `baseUrl`, and that DNS works on this machine",
      };
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
    case 'ETIMEDOUT':
      return { ...UNDER_WAY, type: 'timed-out', what: 'timed out', suggestion: TRY_LATER };
    case 'UNREADABLE_ANSWER':
      return {
        ...UNDER_WAY,
        type: 'malformed',
        passing: false,
        what: 'was answered in a compression or character set that gitcast does not support',
        suggestion: "check the target's `baseUrl`; a proxy in between may change the answers",
      };
    case 'UND_ERR_RES_EXCEEDED_MAX_SIZE':
      return {
        ...UNDER_WAY,
        type: 'malformed',
        passing: false,
        tooLarge: true,
        what: 'was answered with more data than gitcast accepts',
        suggestion: "check the target's `baseUrl`",
      };
    default:
      return otherFailure(error, { code, syscall }, origin);
  }
}

interface Described {
  readonly code: string;
  readonly syscall: string | undefined;
}

/** Failures that are recognised by what was being done, or by how their code begins. */
function otherFailure(error: unknown, { code, syscall }: Described, origin: string): NetworkFailure {
  if (syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT') {
    return {
      ...BEFORE_SENDING,
      type: 'unreachable',
      passing: true,
      what: `failed: cannot reach ${origin} (${code})`,
      suggestion: "check the target's `baseUrl`, that the service is running, and that no firewall or proxy blocks it",
    };
  }
  if (TLS.test(code)) {
    return {
      // Certificates are checked before anything is sent; other errors can occur at any time.
      sent: /^(ERR_SSL|EPROTO)/.test(code),
      type: 'tls',
      passing: false,
      what: `failed: cannot establish a secure connection to ${origin} (${code})`,
      suggestion: tlsSuggestion(code),
    };
  }
  if (code.startsWith('HPE_') || error instanceof errors.HTTPParserError) {
    return {
      ...UNDER_WAY,
      type: 'malformed',
      what: `was answered with something that is not HTTP (${code})`,
      suggestion: "check the target's `baseUrl`, especially whether it is http or https",
    };
  }
  return { ...UNDER_WAY, type: 'disconnected', what: `lost its connection (${code})`, suggestion: TRY_LATER };
}

function proxyFailure({ proxy, reason }: ProxyFailure, origin: string): NetworkFailure {
  const { variable } = proxy;
  // Without the user name and the password that its URL may have.
  const shown = `the proxy ${proxy.url.origin} (${variable})`;
  const common = { ...BEFORE_SENDING, type: 'unreachable' } as const;
  const { hostname } = new URL(origin);
  if (!('status' in reason)) {
    const { code } = describe(reason.error);
    return {
      ...common,
      passing: code !== 'ENOTFOUND',
      what: `failed: cannot reach ${shown} (${code})`,
      suggestion: `correct ${variable}, or add ${hostname} to NO_PROXY to connect without a proxy`,
    };
  }
  const { status } = reason;
  if (status === 407) {
    return {
      ...common,
      passing: false,
      what: `failed: ${shown} requires a user name and a password (407)`,
      suggestion: `add them to ${variable}, as in http://USER:PASSWORD@${proxy.url.host}`,
    };
  }
  return {
    ...common,
    passing: status >= 500,
    what: `failed: ${shown} refuses to connect to ${hostname} (${status})`,
    suggestion: `ask the proxy's administrator to allow ${hostname}, or add it to NO_PROXY to connect without a proxy`,
  };
}

const BEFORE_SENDING = { sent: false } as const;
const UNDER_WAY = { sent: true, passing: true } as const;
const TRY_LATER = 'try again; if it keeps failing, the service or the network has a problem';
const TLS = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/;

function tlsSuggestion(code: string): string {
  if (/WRONG_VERSION|PACKET_LENGTH|EPROTO/.test(code))
    return 'the service may use http instead of https: check `baseUrl`';
  if (/EXPIRED|NOT_YET_VALID/.test(code)) return "check this machine's clock, then the service's certificate";
  if (/ALTNAME|HOSTNAME/.test(code)) return "the certificate is for a different host: check the target's `baseUrl`";
  return 'if the certificate is self-signed or from a private CA, set NODE_EXTRA_CA_CERTS to the CA file';
}

/**
 * Only the code is used, because a message could contain what was sent. If several addresses failed, the first error is
 * enough.
 */
function describe(error: unknown): Described {
  const { code, syscall, errors } = (error ?? {}) as { code?: unknown; syscall?: unknown; errors?: readonly unknown[] };
  if (syscall === undefined && Array.isArray(errors) && errors.length > 0) return describe(errors[0]);
  return {
    code: typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown',
    syscall: typeof syscall === 'string' ? syscall : undefined,
  };
}
