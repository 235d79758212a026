/** The files for container runtimes, checked by what they have to agree on: no runtime is needed to see that they do. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { stagesOf } from '../../scripts/image/dockerfile.ts';
import { ROOT } from '../e2e/program.ts';
import { COMPOSE, KUBERNETES } from './schemas.ts';

const read = (name: string): string => readFileSync(join(ROOT, 'deploy', name), 'utf8');
const image = stagesOf(read('Dockerfile')).at(-1)!;
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

const problems = (schema: object, value: unknown): unknown => {
  const ajv = new Ajv({ allErrors: true, strictTypes: false, strictRequired: false });
  return ajv.validate(schema, value) ? [] : ajv.errors;
};

describe('deploy/kubernetes.yaml', () => {
  const documents = parseAllDocuments(read('kubernetes.yaml'), { uniqueKeys: true });
  const [job, deployment, service, budget] = documents.map((each) => each.toJS());
  const pods = [job.spec.template, deployment.spec.template];
  const containers = pods.flatMap(({ spec }) => spec.containers);

  it('has a Job, a Deployment, a Service and a PodDisruptionBudget, with fields that Kubernetes knows', () => {
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    expect([job, deployment, service, budget].map(({ kind }) => kind)).toEqual([
      'Job',
      'Deployment',
      'Service',
      'PodDisruptionBudget',
    ]);
    for (const each of [job, deployment, service, budget]) {
      expect(problems(KUBERNETES[each.kind as keyof typeof KUBERNETES], each)).toEqual([]);
    }
  });

  it('selects the copies, and not the pod that migrates', () => {
    const { labels } = deployment.spec.template.metadata;
    expect(deployment.spec.selector.matchLabels).toEqual(labels);
    expect(service.spec.selector).toEqual(labels);
    expect(budget.spec.selector.matchLabels).toEqual(labels);
    expect(job.spec.template.metadata.labels).not.toEqual(labels);
    expect(budget.spec.minAvailable).toBeLessThan(deployment.spec.replicas);
  });

  it('runs the program of the image as a user that is not root, on a file system that it cannot write', () => {
    for (const { spec } of pods) expect(spec.securityContext.runAsNonRoot).toBe(true);
    expect(image.user).toMatch(/^[1-9]\d*:/);
    for (const container of containers) {
      expect(container.image).toBe(`gitcast:${version}`);
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.env).toEqual([
        { name: 'DATABASE_URL', valueFrom: { secretKeyRef: { name: 'gitcast', key: 'database-url' } } },
      ]);
    }
  });

  it('asks the port that the service listens on, and gives a copy longer to end than it takes', () => {
    const [copy] = deployment.spec.template.spec.containers;
    expect(copy.args.slice(0, image.command!.length)).toEqual(image.command);
    expect(copy.ports).toEqual([{ name: 'http', containerPort: image.port }]);
    const probes = [copy.readinessProbe, copy.livenessProbe].map(({ httpGet }) => httpGet.port);
    expect([...probes, service.spec.ports[0].targetPort]).toEqual(['http', 'http', 'http']);
    const drain = Number.parseInt(copy.args[copy.args.indexOf('--drain') + 1]);
    expect(deployment.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drain + 20);
  });
});

describe('deploy/compose.yaml', () => {
  const compose = parse(read('compose.yaml'), { merge: true });
  const { migrate, 'copy-1': copy, 'copy-2': other, nginx, postgres } = compose.services;

  it('has only fields that Compose knows', () => {
    expect(problems(COMPOSE, compose)).toEqual([]);
  });

  it('has two equal copies, which start after the migration and cannot write their files', () => {
    expect(copy).toEqual(other);
    expect(copy.depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } });
    expect(migrate.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
    for (const each of [migrate, copy]) {
      expect(each).toMatchObject({ read_only: true, cap_drop: ['ALL'], user: image.user, image: 'gitcast' });
      expect(each.environment.DATABASE_URL).toMatch(/@postgres\/gitcast$/);
      expect(each.ports).toBeUndefined();
    }
    expect(postgres.ports).toBeUndefined();
  });

  it('takes any password, because it is not part of a URL', () => {
    for (const { environment } of [migrate, copy]) {
      expect(environment.DATABASE_URL).not.toContain('$');
      expect(environment.PGPASSWORD).toBe(postgres.environment.POSTGRES_PASSWORD);
    }
  });

  it('sends requests to the copies by nginx, at an address of this machine only', () => {
    const listed = [...read('nginx.conf').matchAll(/^ {2}server (\S+):(\d+) /gm)].map(([, name, port]) => [
      name,
      Number(port),
    ]);
    expect(listed).toEqual(['copy-1', 'copy-2'].map((name) => [name, image.port]));
    expect(nginx.ports).toEqual(['127.0.0.1:8080:8080']);
    expect(Object.keys(nginx.depends_on)).toEqual(['copy-1', 'copy-2']);
  });
});
