/** The public interface of this folder: `openProject`, and every type that it takes or returns. */
export { initProject, openProject } from './project.ts';
export { openWorkspace } from './workspace/workspace.ts';
export type {
  BroadcastResult,
  Each,
  EachOptions,
  WorkspaceRun,
  Moved,
  Selected,
  Selection,
} from './workspace/selection.ts';
export type { Workspace, WorkspaceEvent, WorkspaceOptions } from './workspace/workspace.ts';
export type { Project, ProjectState } from './project.ts';
export type { InitOptions, GitOfProject, Initialised, InitReport } from './init/init-project.ts';
export type { CiHost, CiPublish, WebsiteVariables, CiNeeds } from '../start/ci/ci-subject.ts';
export type { CiOriginal } from '../start/ci/update-ci-files.ts';
export type { LockProblem } from '../start/pinned-package.ts';
export type * from './events.ts';
export type { Ended, Ending, Reported } from './calls/call.ts';
export type { CallName, Mention, Notation, OptionName, Wording } from '../diagnostics/wording.ts';
export type { ProjectNames } from './files/names.ts';
export type { ProjectOptions, ProjectPlace } from './outside.ts';
export type { OptionsOf } from './calls/option.ts';
export type { ConfigurationEvent, Environment, Question } from '../repository/caller.ts';
export type { TargetOptions, ChoiceOptions, SiteWish } from './calls/shared-options.ts';

export type { LeftOut } from '../model/absence.ts';
export type { DiagnosticReport, NoteReport, PlaceReport } from './check/diagnostic-report.ts';
export type { Validation, ValidateOptions, ValidationReport } from './check/validate.ts';

export type { Planned, PlanOptions } from './planning/plan.ts';
export type { PlanReport, ReportedChange, ReportedField } from './planning/plan-report.ts';
export type { DoubleReport, Status, StatusReport } from './planning/status.ts';
export type {
  Action,
  Allowing,
  Certainty,
  Change,
  FieldChange,
  KnowledgeAction,
  Lost,
  OpenAction,
  OpenCreation,
  Plan,
  PlannedPointer,
  Refusal,
  StoredField,
  Summary,
  UnreadKind,
  WriteAction,
} from '../plan/plan.ts';
export type { CarriedSecret } from '../plan/fields/secrets.ts';
export type { UnmanagedFields } from '../plan/fields/unmanaged.ts';
export type { BaseLeaf } from '../model/base.ts';
export type { TargetIdentity } from '../model/target-identity.ts';
export type { RateSeen } from '../remote/http/budget.ts';

export type { RunSummary } from './sync/run-summary.ts';
export type { ReportedResult, Synced, SyncOptions, SyncReport } from './sync/sync.ts';
export type { Promoted, PromoteOptions, Standing } from './sync/promote.ts';
export type { Result, ResultOutcome } from '../apply/run.ts';
export type { StoredValue } from '../apply/stored-values.ts';

export type { ChangedFile } from '../git/side-branch.ts';
export type { Pulled, PullOptions, PullReport } from './pull/pull.ts';
export type { ImportedSource, ImportReport } from './import/import-source.ts';
export type { ProposeImportOptions } from './import/import-into-branch.ts';
export type { ImportOptions } from './import/asked-import.ts';
export type { Filled } from './init/beginning.ts';
export type { FileEdit, PullConflict, Pulled as PulledEdits, Skipped } from '../pull/pull-plan.ts';

export type { DeletedObject } from '../state/deleted.ts';
export type { ContentTrees } from '../git/content.ts';
export type { RebuiltState } from './state/rebuild.ts';
export type { DeletedReport, ShownState, StateEntry } from './state/entries.ts';
export type { Diagnosis } from './doctor/doctor.ts';
export type { Check } from './doctor/check.ts';

export type { BuildResult } from '../render/build-site.ts';
export type { Redirect } from '../site/redirects.ts';
export type { WriteSummary } from '../render/writer/writer.ts';
export type { BuildOptions, BuildReport, Built } from './site/build.ts';
export type { PublishedSite, PublishOptions, PublishOutcome, PublishPlan, PublishReport } from './publish/publish.ts';
export type { FilePlan, PublishAllowing, PublishRefusal, Upload } from '../publish/publish-plan.ts';
export type { SiteFile } from '../publish/manifest.ts';
export type { KeptFile } from '../publish/publication.ts';
export type { Preview, PreviewOptions } from './site/preview.ts';
export type { EjectedTemplate, EjectOptions, ThemeTemplate, ThemeTemplates } from './site/eject.ts';
export type { ComparedSites, CompareOptions } from './site/compare.ts';
export { withoutLanguage } from '../publish/compare-builds.ts';
export type {
  AssetChanges,
  AssetType,
  ChangedSection,
  MovedPage,
  PageChange,
  RetitledPage,
  SiteDiff,
} from '../publish/compare-builds.ts';
export type { Dev, DevOptions } from './dev/dev.ts';
export type { SyncNotice, SyncView } from '../preview/preview-site.ts';

export type { NewDocumentOptions } from './files/new-document.ts';
export type { MoveOptions } from './move/move.ts';
export type { RemoveOptions } from './move/remove.ts';
export type { ContentChangeReport, Renamed } from './move/make-change.ts';
export type { ChangedMention } from './move/plan-change.ts';
export type { Redirected } from './move/former-names.ts';
export type { WrittenSchemas } from './files/schemas.ts';

export type { NewKey, RotateKeyOptions, ServiceAdministration } from './service/administer.ts';
export type { CreatedKey, RotatedKey } from '../service/store/tenants.ts';
export type { Credentials } from '../service/administration.ts';
export type { DeliveryState } from '../service/deliveries/delivery-store.ts';
export type { Attempted, LoggedDelivery, LoggedRequest } from '../service/request-log.ts';
export type { ServeOptions, Serving } from './service/serve.ts';
export type { ServiceSettings } from './service/service-settings.ts';
export type { PulledBranch, PullEdits, ProposedEdits } from './pull/pull-into-branch.ts';
