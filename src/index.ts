/// <reference types="node" preserve="true" />
/** The library: what other programs may rely on. Everything else can change with any version. */

/** Whatever a command can do, a program can do: `openProject` gives validate, plan, sync, pull, build and the others. */
export * from './project/index.ts';
export type {
  Config,
  DeleteLimits,
  EmbeddedTarget,
  FontStack,
  History,
  Locale as SiteLocale,
  Palette,
  Profile,
  PublishTo,
  PublishToFolder,
  PublishToGit,
  PublishToSsh,
  RemoteTarget,
  SecretName,
  Site,
  StateStore,
  Surroundings,
  Target,
  TargetSettings,
  TextStyle,
  ThemeName,
  WrittenSettings,
} from './config/config.ts';
export type { ObjectOf as ReceivedGroup } from './values/shape.ts';

/** The parts below it, for a program that has its files elsewhere than on a disk, or edits them. */
export { diskFiles, memoryFiles, type ContentFiles, type FileEntry } from './content/files.ts';
export { readContent, type Content, type DocumentTraits, type UnreadDocument } from './content/read-content.ts';
export type { FileReading } from './content/read-file.ts';
export type { ImageSize } from './content/image-size.ts';
export { contentFor, readLayer, type Layer, type TargetLayers } from './content/target-content.ts';
export type { Address, Body, Document, Layers, MediaFile, Positions, Translation } from './content/document.ts';
export { editYaml, type Edit } from './content/edit/yaml.ts';
export { editMarkdown } from './content/edit/edit-markdown.ts';
export { checkContent, type Checked, type ContentChecks } from './model/check-content.ts';
export type {
  Broadcast,
  Entity,
  Geo,
  LocalKeys,
  ModelSettings,
  Pointer,
  PostalAddress,
  Words,
} from './model/broadcast.ts';
export { fileKinds, kindNamed, kinds, type KindName } from './kinds/registry.ts';
export type { Field, Fields, Kind, Place } from './kinds/kind.ts';
export type { Operation, QueryParameter, Surface, Verb } from './kinds/operation.ts';
export type { Format, JsonSchema, Schema } from './kinds/schema.ts';
export type { Locale } from './kinds/shapes/primitives.ts';
export type {
  KindPage,
  ListName,
  Pin,
  ProgrammeEntry,
  SpecialView,
  Visibility,
  Words as PageWords,
} from './kinds/shown.ts';
export type { Validators } from './model/field-problems.ts';
export type { RemoteRecord } from './model/snapshot.ts';
export { RemoteError, UserError, type RemoteErrorDetails, type RemoteErrorType } from './diagnostics/errors.ts';
export { inReadingOrder, isError, type Diagnostic, type Note, type Span } from './diagnostics/diagnostic.ts';
export type { Severity } from './diagnostics/codes/entry.ts';
export type { Code } from './diagnostics/catalogue.ts';
export type { Json, JsonObject, Path } from './values/json.ts';
