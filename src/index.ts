/** The library: what other programs may rely on. Everything else can change with any version. */

/** Whatever a command can do, a program can do: `openProject` gives validate, plan, sync, pull, build and the others. */
export * from './project/index.ts';
export type { Config, RemoteTarget, Target } from './config/config.ts';

/** The parts below it, for a program that has its files elsewhere than on a disk, or edits them. */
export { diskFiles, memoryFiles, type ContentFiles, type FileEntry } from './content/files.ts';
export { readContent, type Content } from './content/read-content.ts';
export { contentFor, readLayer, type TargetLayers } from './content/target-content.ts';
export type { Address, Document, Layers, MediaFile, Positions, Translation } from './content/document.ts';
export { editYaml, type Edit } from './content/edit/yaml.ts';
export { editMarkdown } from './content/edit/markdown.ts';
export { checkContent, type Checked } from './model/check-content.ts';
export type { Broadcast, Entity, LocalKeys, ModelSettings, Pointer } from './model/broadcast.ts';
export { fileKinds, kindNamed, kinds, type KindName } from './kinds/registry.ts';
export type { Field, Fields, Kind } from './kinds/kind.ts';
export { RemoteError, UserError, type RemoteErrorDetails, type RemoteErrorType } from './diagnostics/errors.ts';
export { inReadingOrder, isError, type Diagnostic, type Note, type Span } from './diagnostics/diagnostic.ts';
export type { Code } from './diagnostics/catalogue.ts';
export type { Json, JsonObject, Path } from './values/json.ts';
