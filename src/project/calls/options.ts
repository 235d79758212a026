/** The options of every call. A new option does not compile until its check is added here. */
import { PROFILES } from '../../config/config.ts';
import { VARIANTS, type Variant } from '../../service/variants.ts';
import * as is from '../../values/shape.ts';
import type { ValidateOptions } from '../check/validate.ts';
import type { DevOptions } from '../dev/dev.ts';
import type { NewDocumentOptions } from '../files/new-document.ts';
import type { ChoiceOptions } from '../planning/choices.ts';
import type { DedupeOptions } from '../planning/dedupe.ts';
import { FAIL_ON } from '../planning/fail-on.ts';
import type { PlanOptions, ShowPlanOptions } from '../planning/plan.ts';
import type { ProjectOptions } from '../outside.ts';
import type { PublishOptions } from '../publish/publish.ts';
import type { PullEdits } from '../pull/edits-branch.ts';
import type { PullOptions } from '../pull/pull.ts';
import type { AllowOptions, RecordOptions, ReviewOptions } from '../review/review.ts';
import type { CheckOptions, Reviewed } from '../review/reviewed-plan.ts';
import type { LogOptions } from '../runs/log.ts';
import type { UndoOptions } from '../runs/undo.ts';
import type { ServeOptions } from '../service/serve.ts';
import type { ServiceSettings } from '../service/service-settings.ts';
import type { BuildOptions } from '../site/build.ts';
import type { SiteWish } from '../site/site-wish.ts';
import type { CurrencyOptions } from '../site/currency.ts';
import type { PreviewOptions } from '../site/preview.ts';
import type { EjectOptions } from '../site/theme/eject.ts';
import type { PrintOptions } from '../site/print/print.ts';
import { PAPERS, SHEETS } from '../site/print/sheets.ts';
import type { RecordSiteOptions } from '../site/record-site.ts';
import type { SiteDiffOptions } from '../site/site-diff.ts';
import type { VerifyOptions } from '../site/verify.ts';
import type { InitOptions } from '../start/init-project.ts';
import type { PromoteOptions } from '../sync/promote.ts';
import type { SyncOptions } from '../sync/sync.ts';
import type { TargetOptions } from '../target/open-target.ts';
import type { LockOptions } from '../target/wait-for-lock.ts';
import type { ListenOptions } from '../webhooks/listen.ts';
import type { DeliveryToVerify } from '../webhooks/verify-delivery.ts';
import {
  CI_HOSTS,
  CI_PUBLISH,
  CONCURRENCY,
  DELETES,
  DRAIN,
  LOCK_TIMEOUT,
  PULL_REQUEST,
  RATE_LIMIT,
  RUNS,
} from './limits.ts';
import {
  aFunction,
  env,
  exactly,
  flag,
  host,
  kind,
  path,
  patterns,
  port,
  scheme,
  time,
  wholeNumber,
} from './option-shapes.ts';

const named: is.Fields<Pick<TargetOptions, 'target'>> = { target: is.optional(is.text) };

const target: is.Fields<TargetOptions> = {
  ...named,
  concurrency: is.optional(wholeNumber(CONCURRENCY)),
  trace: is.optional(path),
};

const locking: is.Fields<LockOptions> = { lockTimeout: is.optional(wholeNumber(LOCK_TIMEOUT)) };

const choices: is.Fields<ChoiceOptions> = {
  only: patterns,
  ours: flag,
  overwriteDrift: flag,
  allowDeletes: is.optional(wholeNumber(DELETES)),
  allowEmpty: patterns,
  allowReplace: flag,
  allowRollback: flag,
};

const approval: is.Fields<Pick<SyncOptions, 'approve' | 'force'>> = {
  approve: is.shape(
    'true, or a function that receives the plan and decides',
    (value) => value === true || typeof value === 'function',
  ),
  force: flag,
};

const rendering: is.Fields<Pick<BuildOptions, 'at' | 'drafts' | 'gallery'>> = {
  at: is.optional(time),
  drafts: flag,
  gallery: flag,
};

const site: is.Fields<SiteWish> = { ...named, ...rendering, cards: flag };

const service: is.Fields<ServiceSettings> = {
  database: is.optional(path),
  replica: is.optional(is.text),
  profile: is.optional(is.oneOf(PROFILES)),
  rateLimit: is.optional(wholeNumber(RATE_LIMIT)),
  allowPrivateWebhooks: flag,
  faults: flag,
  variants: is.optional(is.listOf(is.oneOf(Object.keys(VARIANTS) as Variant[]))),
};

const review: is.Fields<ReviewOptions> = { ...named, number: wholeNumber(PULL_REQUEST) };
const reviewedShape: is.Shape<Reviewed> = is.shape(
  'an object with the numbers of pull requests, or the digest of a plan',
  (value) =>
    is.hasShape(
      value,
      exactly<Extract<Reviewed, { readonly digest: string }>>({ digest: is.text, plan: is.optional(path) }),
    ) ||
    is.hasShape(
      value,
      exactly<Extract<Reviewed, { readonly numbers: readonly number[] }>>({
        numbers: is.listOf(wholeNumber(PULL_REQUEST)),
      }),
    ),
);
const reviewed: is.Optional<Reviewed> = is.optional(reviewedShape);

const pullEdits: is.Fields<PullEdits> = {
  ...named,
  branch: is.optional(is.text),
  base: is.optional(is.text),
  push: flag,
  trace: is.optional(path),
};

/** `openProject` needs one of the first two. */
export const projectOptions: is.Fields<Pick<ProjectOptions, keyof ProjectOptions>> = {
  folder: is.optional(path),
  configFile: is.optional(path),
  env,
  now: is.optional(aFunction('a function that returns a Date')),
  signal: is.optional(is.shape('an AbortSignal', (value) => value instanceof AbortSignal)),
  onEvent: is.optional(aFunction('a function that receives events')),
  confirm: is.optional(aFunction('a function that receives a question')),
  notation: is.optional(aFunction('a function that writes a mention')),
};

export const initOptions: is.Fields<InitOptions> = {
  folder: path,
  dir: is.optional(path),
  env,
  ci: is.optional(is.oneOf(CI_HOSTS)),
  publish: is.optional(is.oneOf(CI_PUBLISH)),
  hooks: flag,
  package: is.optional(is.filledText),
  promote: is.optional(is.filledText),
  force: flag,
};

/** The options by call. */
export interface CallOptions {
  readonly config: object;
  readonly names: object;
  readonly validate: ValidateOptions;
  readonly plan: PlanOptions;
  readonly showPlan: ShowPlanOptions;
  readonly sync: SyncOptions;
  readonly pull: PullOptions;
  readonly proposeEdits: PullEdits;
  readonly status: TargetOptions;
  readonly promote: PromoteOptions;
  readonly undo: UndoOptions;
  readonly log: LogOptions;
  readonly dedupe: DedupeOptions;
  readonly doctor: TargetOptions;
  readonly trust: { readonly owner: string };
  readonly unlock: Pick<TargetOptions, 'target'> & { readonly id: string };
  readonly 'state.show': Pick<TargetOptions, 'target'> & { readonly only?: string | undefined };
  readonly 'state.remove': Pick<TargetOptions, 'target'> & { readonly address: string };
  readonly 'state.seen': TargetOptions & { readonly only?: string | undefined };
  readonly 'state.rebuild': TargetOptions;
  readonly 'state.move': TargetOptions;
  readonly 'review.record': RecordOptions;
  readonly 'review.allow': AllowOptions;
  readonly 'review.check': CheckOptions;
  readonly 'review.list': Pick<TargetOptions, 'target'>;
  readonly 'review.close': ReviewOptions;
  readonly build: BuildOptions;
  readonly publish: PublishOptions;
  readonly currency: CurrencyOptions;
  readonly siteDiff: SiteDiffOptions;
  readonly recordSite: RecordSiteOptions;
  readonly verify: VerifyOptions;
  readonly print: PrintOptions;
  readonly templates: Record<never, never>;
  readonly ejectTemplate: EjectOptions;
  readonly preview: PreviewOptions;
  readonly dev: DevOptions;
  readonly newDocument: NewDocumentOptions;
  readonly schema: Pick<NewDocumentOptions, 'kind'>;
  readonly writeSchemas: { readonly out?: string | undefined };
  readonly serve: ServeOptions;
  readonly service: ServiceSettings;
  readonly 'webhooks.listen': ListenOptions;
  readonly 'webhooks.verify': DeliveryToVerify;
}

const failOn = is.optional(is.listOf(is.oneOf(FAIL_ON)));

export const callOptions: { readonly [Call in keyof CallOptions]: is.Fields<CallOptions[Call]> } = {
  config: {},
  names: {},
  validate: { paths: is.optional(is.listOf(path)), strict: flag, staged: flag },
  plan: { ...target, ...choices, kind: is.optional(kind), offline: flag, out: is.optional(path), failOn },
  showPlan: { file: path, failOn },
  sync: {
    ...locking,
    ...target,
    ...choices,
    ...approval,
    plan: is.optional(path),
    create: patterns,
    wait: flag,
    reviewed,
    published: is.optional(path),
  },
  proposeEdits: pullEdits,
  pull: {
    ...locking,
    ...target,
    only: patterns,
    theirs: flag,
    allFields: flag,
    allowDeletes: choices.allowDeletes,
    dryRun: flag,
    filesOnly: flag,
    force: flag,
  },
  status: target,
  promote: {
    ...locking,
    from: is.text,
    to: is.text,
    concurrency: target.concurrency,
    trace: target.trace,
    ...choices,
    ...approval,
    reviewed,
    published: is.optional(path),
    dryRun: flag,
    out: is.optional(path),
  },
  undo: { ...target, run: is.text, dryRun: flag, force: flag },
  log: { ...named, limit: is.optional(wholeNumber(RUNS)), deleted: flag },
  dedupe: { ...target, kind: is.optional(kind) },
  doctor: target,
  trust: { owner: is.text },
  unlock: { ...named, id: is.text },
  'state.show': { ...named, only: is.optional(is.text) },
  'state.remove': { ...named, address: is.text },
  'state.seen': { ...target, only: is.optional(is.text) },
  'state.rebuild': target,
  'state.move': target,
  'review.record': { ...review, plan: path, commit: is.text },
  'review.allow': { ...review, digest: is.text, labels: is.listOf(is.text), by: is.text },
  'review.check': { ...named, reviewed: reviewedShape, plan: path },
  'review.list': named,
  'review.close': review,
  publish: {
    name: is.optional(is.text),
    from: is.optional(path),
    rollback: flag,
    purge: flag,
    allowDeletes: choices.allowDeletes,
    allowEmpty: patterns,
    allowRollback: flag,
    takeOver: flag,
    dryRun: flag,
    approve: approval.approve as is.Shape<PublishOptions['approve']>,
  },
  build: {
    ...site,
    out: is.optional(path),
    force: flag,
    ifWeb: flag,
    cache: flag,
    manifest: is.optional(path),
  },
  currency: { ...site, manifest: path, out: is.optional(path) },
  siteDiff: { ...named, base: path, next: path, pictures: is.optional(path) },
  recordSite: { ...named, manifest: path, allowRollback: flag },
  verify: { ...site, url: is.filledText, manifest: is.optional(path), concurrency: target.concurrency },
  print: {
    ...named,
    at: rendering.at,
    drafts: flag,
    sheet: is.oneOf(SHEETS),
    paper: is.optional(is.oneOf(PAPERS)),
    day: is.optional(is.text),
    language: is.optional(is.text),
    out: is.optional(path),
  },
  templates: {},
  ejectTemplate: { template: is.filledText },
  preview: { port, dir: is.optional(path) },
  dev: { ...target, sync: flag, approve: flag, port, ...rendering },
  newDocument: { kind, slug: is.optional(is.text), force: flag },
  schema: { kind },
  writeSchemas: { out: is.optional(path) },
  serve: { ...service, port, host, metricsPort: port, drain: is.optional(wholeNumber(DRAIN)) },
  service,
  'webhooks.listen': { port, secret: is.optional(is.text), scheme, pull: is.optional(exactly(pullEdits)) },
  'webhooks.verify': {
    body: is.shape('a Uint8Array', (value) => value instanceof Uint8Array),
    signature: is.text,
    secret: is.optional(is.text),
    scheme,
    id: is.optional(is.text),
    timestamp: is.optional(is.text),
  },
};
