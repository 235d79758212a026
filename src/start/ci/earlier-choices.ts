/**
 * The choices that a person made when the present files of CI were written: the options of `init`, and the settings at the
 * head of the former script. They stay as they are unless `init` is told otherwise.
 */
import type { Config } from '../../config/config.ts';
import { targetCredential } from '../../config/credentials.ts';
import {
  asUpload,
  CI_PUBLISH,
  ciFacts,
  configsOf,
  UPLOADS,
  type CiChoices,
  type CiHost,
  type CiSubject,
  type Upload,
} from './ci-subject.ts';
import { FORMER_SCRIPT, formerSettings } from './former-ci-files.ts';
import { UPLOAD_TOOL, uploadTool } from './ci-files.ts';
import { markIn } from './written-mark.ts';

/** A setting at the head of the former script that the configuration alone does not say. */
export interface FormerSetting {
  /** Its name in ci/gitcast.sh. */
  readonly setting: 'target' | 'keys' | 'promote_to' | 'promote_keys' | 'publish_to';
  /** Its value; of keys, those that are not in the configuration. */
  readonly value: string;
  /** The variable that has the value now; null if the configuration has no such name, so that it means nothing. */
  readonly variable: 'GITCAST_TARGET' | 'GITCAST_PROMOTE' | 'GITCAST_PUBLISH' | null;
}

export interface EarlierChoices {
  readonly choices: CiChoices;
  readonly settings: readonly FormerSetting[];
}

/** The text of a file in the repository, or undefined. */
export type Present = (path: string) => string | undefined;

/** The file of each host whose mark and variables have the choices. */
const HEADS = {
  github: '.github/workflows/gitcast-deploy.yml',
  gitlab: '.gitlab-ci.yml',
  script: FORMER_SCRIPT,
} as const;

export function earlierChoices(ciHost: CiHost, subject: CiSubject, present: Present): EarlierChoices {
  if (ciHost === 'none') return { choices: {}, settings: [] };
  const text = present(HEADS[ciHost]) ?? '';
  const mark = markIn(text);
  if (mark) {
    const choices = { ...choicesInCommand(mark.command), ...choicesInText(text) };
    return { choices: meaningful(subject, choices), settings: [] };
  }
  const script = present(FORMER_SCRIPT);
  return script === undefined || markIn(script)
    ? { choices: {}, settings: [] }
    : formerChoices(subject, script, present);
}

function choicesInCommand(command: string): CiChoices {
  const valueOf = (name: string): string | undefined => new RegExp(`--${name} (\\S+)`).exec(command)?.[1];
  return { publish: CI_PUBLISH.find((each) => each === valueOf('publish')), promote: valueOf('promote') };
}

function choicesInText(text: string): CiChoices {
  const valueOf = (name: string): string | undefined =>
    new RegExp(`^ *(?:export )?${name}(?:: |=)(['"]?)([\\w., /-]+)\\1\\r?$`, 'm').exec(text)?.[2];
  return { target: valueOf('GITCAST_TARGET'), publishTo: valueOf('GITCAST_PUBLISH') };
}

function formerChoices(subject: CiSubject, script: string, present: Present): EarlierChoices {
  const former = formerSettings(script);
  const usual = ciFacts({ ...subject, promote: undefined });
  const unlessUsual = (value: string | undefined, usually: string | undefined): string | undefined =>
    value === '' || value === usually ? undefined : value;
  const written = {
    target: unlessUsual(former.target, usual.target),
    promote: unlessUsual(former.promote_to, subject.promote ?? usual.promotion?.to),
    publishTo: unlessUsual(former.publish_to, usual.publishNames.join(' ')),
  };
  const carriedOver = meaningful(subject, { ...written, publish: uploadIn(present) });
  // Another target would bring a promotion of its own, which the script did not have.
  const isAlone = carriedOver.target !== undefined && !former.promote_to && !subject.workspace;
  const choices = isAlone ? { ...carriedOver, promote: 'none' } : carriedOver;
  const configured = configsOf(subject).flatMap(variablesOf);
  return {
    choices,
    settings: [
      ...carried('target', written.target, choices.target && 'GITCAST_TARGET'),
      ...carried('promote_to', written.promote, carriedOver.promote && 'GITCAST_PROMOTE'),
      ...carried('publish_to', written.publishTo, choices.publishTo && 'GITCAST_PUBLISH'),
      ...carried('keys', unknownOf(former.keys, [...configured, FIRST_KEY])),
      ...carried('promote_keys', unknownOf(former.promote_keys, configured)),
    ],
  };
}

/** The variables with the keys of all targets. */
const variablesOf = ({ targets }: Config): readonly string[] =>
  Object.values(targets).flatMap((target) => (target.type === 'remote' ? targetCredential(target).variables : []));

/** The one that was written before there was a target. */
const FIRST_KEY = 'GITCAST_KEY';

const carried = (
  setting: FormerSetting['setting'],
  value: string | undefined,
  variable?: FormerSetting['variable'] | '',
): readonly FormerSetting[] => (value === undefined ? [] : [{ setting, value, variable: variable || null }]);

function unknownOf(names: string | undefined, configured: readonly string[]): string | undefined {
  const unknown = listed(names ?? '').filter((name) => !configured.includes(name));
  return unknown.length === 0 ? undefined : unknown.join(' ');
}

function uploadIn(present: Present): Upload | undefined {
  const tool = uploadTool(present(UPLOAD_TOOL) ?? '');
  return CI_PUBLISH.map(asUpload).find((upload) => upload && UPLOADS[upload].tool === tool);
}

/** Only those that the configuration still has a meaning for. */
function meaningful(subject: CiSubject, { publish, promote, target, publishTo }: CiChoices): CiChoices {
  const from = targetOf(subject, target) ?? targetOf(subject, undefined);
  const isPromotion = promote === 'none' || (from !== undefined && from !== promote && isTarget(subject, promote));
  return {
    publish: subject.workspace && asUpload(publish) ? undefined : publish,
    promote: isPromotion && !subject.workspace ? promote : undefined,
    target: isTarget(subject, target) ? target : undefined,
    publishTo: arePublishers(subject, publishTo) ? publishTo : undefined,
  };
}

const targetOf = (subject: CiSubject, target: string | undefined): string | undefined =>
  ciFacts({ ...subject, target, promote: 'none' }).target;

const isTarget = (subject: CiSubject, name: string | undefined): boolean =>
  name !== undefined && targetOf(subject, name) === name;

function arePublishers(subject: CiSubject, names: string | undefined): boolean {
  const { publishers } = ciFacts({ ...subject, promote: 'none' });
  const configured = new Set(publishers.flat().map(({ name }) => name));
  return names !== undefined && listed(names).every((name) => configured.has(name));
}

const listed = (names: string): readonly string[] => names.split(/[\s,]+/).filter((name) => name !== '');
