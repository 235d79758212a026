/**
 * The fields of Kubernetes and of Compose that deploy/ uses. Both ignore or refuse an unknown field only when they run, so a
 * typing error is found here.
 */
type Schema = Readonly<Record<string, unknown>>;

const text = { type: 'string', minLength: 1 };
const number = { type: 'integer' };
const flag = { type: 'boolean' };
const list = (items: Schema): Schema => ({ type: 'array', items, minItems: 1 });
const mapOf = (values: Schema): Schema => ({ type: 'object', additionalProperties: values });
const only = (properties: Readonly<Record<string, Schema>>, ...required: readonly string[]): Schema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const labels = mapOf(text);
const selector = only({ matchLabels: labels }, 'matchLabels');
const metadata = only({ name: { ...text, pattern: '^[a-z][a-z0-9-]*$' }, labels }, 'name', 'labels');
const probe = only(
  {
    httpGet: only({ path: { ...text, pattern: '^/' }, port: text }, 'path', 'port'),
    periodSeconds: number,
    failureThreshold: number,
  },
  'httpGet',
);
const quantity = { type: 'string', pattern: '^\\d+(?:m|Mi|Gi)?$' };
const amounts = only({ cpu: quantity, memory: quantity });
const container = only(
  {
    name: text,
    image: { ...text, pattern: '^[a-z]+:\\d+\\.\\d+\\.\\d+$' },
    args: list(text),
    ports: list(only({ name: text, containerPort: number }, 'name', 'containerPort')),
    env: list(
      only(
        { name: text, valueFrom: only({ secretKeyRef: only({ name: text, key: text }, 'name', 'key') }) },
        'name',
        'valueFrom',
      ),
    ),
    readinessProbe: probe,
    livenessProbe: probe,
    securityContext: only({
      allowPrivilegeEscalation: flag,
      readOnlyRootFilesystem: flag,
      capabilities: only({ drop: list(text) }),
    }),
    resources: only({ requests: amounts, limits: amounts }, 'requests', 'limits'),
  },
  'name',
  'image',
  'args',
  'securityContext',
  'resources',
);
const template = only(
  {
    metadata: only({ labels }, 'labels'),
    spec: only(
      {
        restartPolicy: { enum: ['Never', 'Always'] },
        automountServiceAccountToken: flag,
        terminationGracePeriodSeconds: number,
        securityContext: only({ runAsNonRoot: flag, seccompProfile: only({ type: { enum: ['RuntimeDefault'] } }) }),
        topologySpreadConstraints: list(
          only({
            maxSkew: number,
            topologyKey: text,
            whenUnsatisfiable: { enum: ['ScheduleAnyway', 'DoNotSchedule'] },
            labelSelector: selector,
          }),
        ),
        containers: list(container),
      },
      'securityContext',
      'containers',
    ),
  },
  'metadata',
  'spec',
);

const resource = (apiVersion: string, kind: string, spec: Schema): Schema =>
  only(
    { apiVersion: { const: apiVersion }, kind: { const: kind }, metadata, spec },
    'apiVersion',
    'kind',
    'metadata',
    'spec',
  );

export const KUBERNETES = {
  Job: resource('batch/v1', 'Job', only({ backoffLimit: number, template }, 'template')),
  Deployment: resource(
    'apps/v1',
    'Deployment',
    only(
      {
        replicas: number,
        strategy: only({ rollingUpdate: only({ maxUnavailable: number, maxSurge: number }) }),
        selector,
        template,
      },
      'replicas',
      'selector',
      'template',
    ),
  ),
  Service: resource(
    'v1',
    'Service',
    only(
      { selector: labels, ports: list(only({ name: text, port: number, targetPort: text }, 'port')) },
      'selector',
      'ports',
    ),
  ),
  PodDisruptionBudget: resource(
    'policy/v1',
    'PodDisruptionBudget',
    only({ minAvailable: number, selector }, 'selector'),
  ),
};

const service = only(
  {
    image: text,
    build: only({ context: text, dockerfile: text }, 'context'),
    command: list(text),
    environment: mapOf(text),
    user: text,
    read_only: flag,
    tmpfs: list(text),
    cap_drop: list(text),
    security_opt: list(text),
    restart: { enum: ['unless-stopped'] },
    stop_grace_period: { type: 'string', pattern: '^\\d+s$' },
    ports: list(text),
    volumes: list(text),
    depends_on: mapOf(
      only(
        { condition: { enum: ['service_healthy', 'service_completed_successfully', 'service_started'] } },
        'condition',
      ),
    ),
    healthcheck: only({ test: list(text), interval: text, retries: number }, 'test'),
  },
  'image',
);

export const COMPOSE: Schema = {
  ...only({ name: text, services: mapOf(service), volumes: mapOf({ type: 'null' }) }, 'services'),
  patternProperties: { '^x-': {} },
};
