/** Why a request got no answer, read from the codes that Node and undici put on their errors. */
import type { RemoteErrorType } from '../../diagnostics/errors.ts';
import { shownProxy } from './proxy.ts';
import { ProxyFailure } from './tunnel.ts';

export interface NetworkFailure {
  readonly type: Extract<
    RemoteErrorType,
    'timed-out' | 'unreachable' | 'unknown-host' | 'tls' | 'disconnected' | 'malformed'
  >;
  /** Whether the request may have reached the service. */
  readonly sent: boolean;
  /** Whether it may go better the next time. */
  readonly passing: boolean;
  /** After "GET /v1/events ": what happened. */
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
        what: `failed: the host of ${origin} does not exist`,
        suggestion: 'check `baseUrl` of the target, and that this machine can resolve names',
      };
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
    case 'ETIMEDOUT':
      return { ...UNDER_WAY, type: 'timed-out', what: 'was not answered in time', suggestion: TRY_LATER };
    case 'UNREADABLE_ANSWER':
      return {
        ...UNDER_WAY,
        type: 'malformed',
        passing: false,
        what: 'was answered in a compression or character set that gitcast does not know',
        suggestion: 'check `baseUrl` of the target; a proxy in between may change the answers',
      };
    case 'UND_ERR_RES_EXCEEDED_MAX_SIZE':
      return {
        ...UNDER_WAY,
        type: 'malformed',
        passing: false,
        what: 'was answered with more than gitcast is willing to read',
        suggestion: 'check `baseUrl` of the target',
      };
  }
  if (syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT') {
    return {
      ...BEFORE_SENDING,
      type: 'unreachable',
      passing: true,
      what: `failed: ${origin} cannot be reached (${code})`,
      suggestion:
        'check `baseUrl` of the target, that the service runs, and that the network and its proxies let you through',
    };
  }
  if (TLS.test(code)) {
    return {
      // A certificate is looked at before anything is sent; other faults may come at any time.
      sent: /^(ERR_SSL|EPROTO)/.test(code),
      type: 'tls',
      passing: false,
      what: `failed: no secure connection with ${origin} (${code})`,
      suggestion: tlsSuggestion(code),
    };
  }
  if (code.startsWith('HPE_') || code === 'HTTPParserError') {
    return {
      ...UNDER_WAY,
      type: 'malformed',
      what: `was answered with something that is not HTTP (${code})`,
      suggestion: 'check `baseUrl` of the target, above all whether it is http or https',
    };
  }
  return { ...UNDER_WAY, type: 'disconnected', what: `lost its connection (${code})`, suggestion: TRY_LATER };
}

function proxyFailure({ proxy, status, code }: ProxyFailure, origin: string): NetworkFailure {
  const { variable } = proxy;
  const common = { ...BEFORE_SENDING, type: 'unreachable' } as const;
  const { hostname } = new URL(origin);
  if (status === 407) {
    return {
      ...common,
      passing: false,
      what: `failed: ${shownProxy(proxy)} wants a user and a password (407)`,
      suggestion: `write them into ${variable}, as http://USER:PASSWORD@${proxy.url.host}`,
    };
  }
  if (status !== undefined) {
    return {
      ...common,
      passing: status >= 500,
      what: `failed: ${shownProxy(proxy)} does not connect to ${hostname} (${status})`,
      suggestion: `ask those who run the proxy to allow ${hostname}, or add it to NO_PROXY to connect without`,
    };
  }
  return {
    ...common,
    passing: code !== 'ENOTFOUND',
    what: `failed: ${shownProxy(proxy)} cannot be reached (${code ?? 'unknown'})`,
    suggestion: `correct ${variable}, or add ${hostname} to NO_PROXY to connect without a proxy`,
  };
}

const BEFORE_SENDING = { sent: false } as const;
const UNDER_WAY = { sent: true, passing: true } as const;
const TRY_LATER = 'try again; if it stays so, the service or the network has a problem';
const TLS = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/;

function tlsSuggestion(code: string): string {
  if (/WRONG_VERSION|PACKET_LENGTH|EPROTO/.test(code))
    return 'does the service speak http instead of https? check `baseUrl`';
  if (/EXPIRED|NOT_YET_VALID/.test(code)) return 'check the clock of this machine, then the certificate of the service';
  if (/ALTNAME|HOSTNAME/.test(code)) return 'the certificate is for another host: check `baseUrl` of the target';
  return 'if the certificate is your own, name its authority in NODE_EXTRA_CA_CERTS';
}

/** Only the code is taken: a message could carry what was sent. Several addresses may have failed; the first will do. */
function describe(error: unknown): { code: string; syscall: string | undefined } {
  const { code, syscall, errors } = (error ?? {}) as { code?: unknown; syscall?: unknown; errors?: readonly unknown[] };
  if (syscall === undefined && Array.isArray(errors) && errors.length > 0) return describe(errors[0]);
  return {
    code: typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown',
    syscall: typeof syscall === 'string' ? syscall : undefined,
  };
}
