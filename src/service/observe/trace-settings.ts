/** The variables of OpenTelemetry that decide whether traces are sent, where to, and which of them. */
type Environment = Readonly<Record<string, string | undefined>>;

export interface TraceSettings {
  readonly url: string;
  /** The variable that names the collector. */
  readonly variable: string;
  readonly timeoutMs: number;
  readonly sampling: Sampling;
}

export interface Sampling {
  /** The share of the traces that begin here, from 0 to 1. */
  readonly ratio: number;
  /** False if it also applies to traces that a client has begun. */
  readonly followsParent: boolean;
}

const BASE = 'OTEL_EXPORTER_OTLP_ENDPOINT';
const TRACES = 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT';
/** Shorter than the default, because the program waits for it when it ends. */
const TIMEOUT_MS = 3000;

/** Undefined if no traces are to be sent. */
export function traceSettings(env: Environment): TraceSettings | undefined {
  const variable = [TRACES, BASE].find((name) => (env[name] ?? '').trim() !== '');
  const isOff = env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || env['OTEL_TRACES_EXPORTER'] === 'none';
  if (variable === undefined || isOff) return undefined;
  const endpoint = env[variable]!.trim();
  return {
    url: variable === TRACES ? endpoint : `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    variable,
    timeoutMs: Number(env['OTEL_EXPORTER_OTLP_TRACES_TIMEOUT'] ?? env['OTEL_EXPORTER_OTLP_TIMEOUT']) || TIMEOUT_MS,
    sampling: samplingOf(env['OTEL_TRACES_SAMPLER'] ?? '', env['OTEL_TRACES_SAMPLER_ARG']),
  };
}

function samplingOf(sampler: string, argument: string | undefined): Sampling {
  const followsParent = sampler === '' || sampler.startsWith('parentbased_');
  if (sampler.endsWith('always_off')) return { ratio: 0, followsParent };
  const ratio = Number(argument ?? 1);
  const isRatio = sampler.endsWith('traceidratio') && ratio >= 0 && ratio <= 1;
  return { ratio: isRatio ? ratio : 1, followsParent };
}

/** A reason why traces would not arrive. */
export function obstacleTo({ url, variable }: TraceSettings, env: Environment): string | undefined {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    return `${variable} is not a URL with http:// or https://`;
  }
  const protocol = env['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'] ?? env['OTEL_EXPORTER_OTLP_PROTOCOL'];
  return protocol === 'grpc'
    ? 'OTEL_EXPORTER_OTLP_PROTOCOL is grpc, and gitcast sends traces over HTTP; set it to http/json, and use the port for HTTP, usually 4318'
    : undefined;
}
