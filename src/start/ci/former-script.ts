/** The settings at the head of ci/gitcast.sh before `gitcast ci` replaced that script. People were meant to edit them. */
import { withLineFeeds } from './written-mark.ts';

export const FORMER_SCRIPT = 'ci/gitcast.sh';

export interface FormerSettings {
  readonly target: string;
  readonly keys: string;
  readonly promote_to: string;
  readonly promote_keys: string;
  readonly all: string;
  readonly publish_to: string;
}

/** `target='live'`, or `target=${GITCAST_TARGET-'live'}`. A value that a shell computes is not a setting but an edit. */
const SETTING =
  /^(target|keys|promote_to|promote_keys|all|publish_to)=(?:\$\{\w+:?-(['"]?)([\w., /-]*)\2\}|(['"]?)([\w., /-]*)\4)$/gm;

export const withoutSettings = (script: string): string => script.replaceAll(SETTING, '$1=');

/** A script with the settings of another one: those are carried over, so they are no edits that a person has to repeat. */
export function withSettingsOf(other: string, script: string): string {
  const settings = new Map([...other.matchAll(SETTING)].map(([line, name]) => [name, line]));
  return script.replaceAll(SETTING, (line, name: string) => settings.get(name) ?? line);
}

export function formerSettings(script: string): Partial<FormerSettings> {
  const found = [...withLineFeeds(script).matchAll(SETTING)];
  return Object.fromEntries(found.map(([, name, , inVariable, , plain]) => [name, (inVariable ?? plain ?? '').trim()]));
}
