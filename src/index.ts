/// <reference types="node" preserve="true" />
/** The library: what other programs may rely on (docs/guides/api.md). Everything else can change with any version. */
export { initProject, openProject, type Project } from './project/project.ts';
export { RemoteError, UserError, type RemoteErrorDetails, type RemoteErrorType } from './diagnostics/errors.ts';

/** What a program passes in, and what it is told. */
export type { ProjectOptions, ProjectPlace } from './project/outside.ts';
export type { ConfigurationEvent, Environment, Question } from './repository/caller.ts';
export type { Ended, Ending, Reported } from './project/calls/call.ts';
export type { Action, FieldChange, KnowledgeAction, OpenAction, Plan, UnreadKind, WriteAction } from './plan/plan.ts';
export type { Diagnostic, Note, Span } from './diagnostics/diagnostic.ts';
export type { Severity } from './diagnostics/codes/entry.ts';
export type { Code } from './diagnostics/catalogue.ts';

/** The events of a call, and what they contain. */
export type * from './project/events.ts';
export type { Result, ResultOutcome } from './apply/run.ts';
export type { StoredValue } from './apply/stored-values.ts';
export type { SyncNotice, SyncView } from './preview/preview-site.ts';
export type { Attempted, LoggedDelivery, LoggedRequest } from './service/request-log.ts';
export type { DeliveryState } from './service/deliveries/delivery-store.ts';

/** The options and the result of `initProject`, which may import or pull. */
export type { OptionsOf } from './project/calls/option.ts';
export type { GitOfProject, InitOptions, Initialised, InitReport } from './project/init/init-project.ts';
export type { Filled } from './project/init/beginning.ts';
export type { CiHost, CiNeeds, CiPublish, WebsiteVariables } from './start/ci/ci-subject.ts';
export type { CiOriginal } from './start/ci/update-ci-files.ts';
export type { LockProblem } from './start/pinned-package.ts';
export type { ImportedSource, ImportReport } from './project/import/import-source.ts';
export type { Pulled, PullReport } from './project/pull/pull.ts';
export type { FileEdit, PullConflict, Pulled as PulledEdits, Skipped } from './pull/pull-plan.ts';
export type { UnmanagedFields } from './plan/fields/unmanaged.ts';
export type { Address } from './content/document.ts';
export type { KindName } from './kinds/registry.ts';
