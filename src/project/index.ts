/** What the command line uses of this folder. What other programs may use is in `src/index.ts`. */
export { initProject, openProject } from './project.ts';
export { openWorkspace } from './workspace/workspace.ts';
export type { BroadcastResult, EachOptions, WorkspaceRun, Selection } from './workspace/selection.ts';
export type { Workspace, WorkspaceEvent, WorkspaceOptions } from './workspace/workspace.ts';
export type { Project } from './project.ts';
export type { InitOptions, Initialised, InitReport } from './init/init-project.ts';
export type { CiHost, CiNeeds } from '../start/ci/ci-subject.ts';
export type { CiOriginal } from '../start/ci/update-ci-files.ts';
export type { LockProblem } from '../start/pinned-package.ts';
export type * from './events.ts';
export type { Ending } from './calls/call.ts';
export type { ProjectOptions } from './outside.ts';
export type { ConfigurationEvent, Environment, Question } from '../repository/caller.ts';

export type { LeftOut } from '../model/absence.ts';
export type { Validation } from './check/validate.ts';

export type { Planned } from './planning/plan.ts';
export type { Status } from './planning/status.ts';
export type { Action, Change, FieldChange, Lost, Plan, Refusal } from '../plan/plan.ts';
export type { UnmanagedFields } from '../plan/fields/unmanaged.ts';
export type { RateSeen } from '../remote/http/budget.ts';

export type { Synced } from './sync/sync.ts';
export type { Standing } from './sync/promote.ts';
export type { Result } from '../apply/run.ts';
export type { StoredValue } from '../apply/stored-values.ts';

export type { Pulled } from './pull/pull.ts';
export type { ImportedSource } from './import/import-source.ts';
export type { FileEdit } from '../pull/pull-plan.ts';

export type { DeletedReport } from './state/entries.ts';

export type { BuildOptions, BuildReport, Built } from './site/build.ts';
export type { PublishedSite, PublishOptions, PublishPlan, PublishReport } from './publish/publish.ts';
export type { Upload } from '../publish/publish-plan.ts';
export type { EjectedTemplate, ThemeTemplates } from './site/eject.ts';
export type { ComparedSites } from './site/compare.ts';
export { withoutLanguage } from '../publish/compare-builds.ts';
export type { AssetChanges, PageChange } from '../publish/compare-builds.ts';
export type { SyncView } from '../preview/preview-site.ts';

export type { ContentChangeReport } from './move/make-change.ts';
export type { ChangedMention } from './move/plan-change.ts';

export type { ServiceAdministration } from './service/administer.ts';
export type { LoggedDelivery, LoggedRequest } from '../service/request-log.ts';
export type { Serving } from './service/run-service.ts';
export type { ProposedEdits } from './pull/pull-into-branch.ts';
