import type { WrittenSettings } from './settings.ts';

export { FONT_STACKS, PALETTE_COLOURS, PROFILES, THEMES } from './settings.ts';
export type {
  DeleteLimits,
  EmbeddedTarget,
  FontStack,
  History,
  Locale,
  Palette,
  Profile,
  PublishTo,
  PublishToFolder,
  PublishToGit,
  PublishToS3,
  PublishToSsh,
  RemoteTarget,
  SecretName,
  Site,
  StateStore,
  Target,
  TargetSettings,
  TextStyle,
  ThemeName,
  WrittenSettings,
} from './settings.ts';

/** The parts of a configuration that do not come from its file. */
export interface Surroundings {
  /** The folder of the configuration file; other paths are relative to it. */
  readonly root: string;
  /** The name of the configuration file, in that folder. */
  readonly file: string;
  /** The folders of the workspace whose content and templates are below its own, the lowest first. */
  readonly sharedFolders: readonly string[];
  /** A variable from the environment or `.env`. A function, so that printing a Config shows no secrets. */
  readonly variable: (name: string) => string | undefined;
  /** A variable from the environment alone: `.env` is part of a checkout, and a pull request may add one. */
  readonly environment: (name: string) => string | undefined;
  /** The whole environment, for programs that gitcast starts, such as git. */
  readonly programEnvironment: () => Readonly<Record<string, string | undefined>>;
}

/** The settings from gitcast.config.yaml and the environment, with every default filled in. Immutable. */
export interface Config extends Surroundings, WrittenSettings {
  /** The settings in the file that do nothing any more, by name. */
  readonly retired: readonly string[];
}
