/** The files of a new repository without example content. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Profile } from '../config/config.ts';
import { editYaml } from '../content/edit/yaml.ts';
import type { FileTexts } from '../machine/write-files.ts';
import { TEMPLATES } from '../machine/program.ts';
import { starterFiles, templateFiles } from './template-files.ts';

/** What is known about the broadcast before it has files. */
export interface BroadcastFacts {
  readonly name: string;
  readonly timezone?: string | undefined;
  readonly languages?: readonly string[] | undefined;
  /** The service that has the broadcast; its content is pulled, also its name. */
  readonly service?: ServiceAddress | undefined;
  /** The operations that the service offers, if they are not the documented ones. */
  readonly profile?: Profile | undefined;
}

export interface ServiceAddress {
  readonly baseUrl: string;
  readonly userId: string;
  readonly broadcastId: string;
}

/** The name of the target of a broadcast that comes from a service. */
export const PRODUCTION = 'production';

export function emptyFiles(facts: BroadcastFacts, { isLocked }: { readonly isLocked: boolean }): FileTexts {
  const starter = Object.entries(starterFiles({ isLocked })).filter(([path]) => !path.startsWith('content/'));
  return {
    ...Object.fromEntries(starter),
    ...(facts.service ? {} : { 'content/broadcast.yaml': broadcastText(facts) }),
    'gitcast.config.yaml': configText(facts),
    'README.md': readmeText(facts, starter.find(([path]) => path === 'README.md')![1]),
  };
}

/** The whole words that fit below an icon on a phone: the service allows 30 characters. */
export const shortName = (name: string): string => /^.{1,30}(?!\S)|^.{30}/su.exec(name)?.[0].trim() ?? name;

function broadcastText({ name }: BroadcastFacts): string {
  const template = Buffer.from(templateFiles('empty')['content/broadcast.yaml'] as Uint8Array).toString();
  const [short, description] = [shortName(name), /^.{0,80}/su.exec(name)![0]];
  const text = editYaml(template, [
    { path: ['name'], value: short },
    ...(short === name ? [] : [{ path: ['shortDescription'], value: description }]),
  ]);
  if (description === name) return text;
  return text.replace(/^name: /m, (start) => `# The whole name: ${name.replaceAll(/\s+/g, ' ')}\n${start}`);
}

function configText({ timezone = 'UTC', languages = [], service, profile }: BroadcastFacts): string {
  const starter = readFileSync(join(TEMPLATES, 'starter/gitcast.config.yaml'), 'utf8').replace(
    /^ {2}picture: \S+/m,
    '  # picture: media/poster.jpg',
  );
  return editYaml(service ? starter.replace(/^# targets:\n(?:#.*\n)+/m, '') : starter, [
    { path: ['site', 'timezone'], value: timezone },
    ...(languages.length === 0 ? [] : [{ path: ['site', 'locales'], value: languages }]),
    ...(service
      ? [
          { path: ['defaultTarget'], value: PRODUCTION },
          {
            path: ['targets', PRODUCTION],
            value: { ...service, key: { $env: 'GITCAST_KEY' }, ...(profile && { profile }) },
          },
        ]
      : []),
  ]);
}

/** Without the paragraph about examples. */
const readmeText = ({ name }: BroadcastFacts, starter: string | Uint8Array): string =>
  (typeof starter === 'string' ? starter : Buffer.from(starter).toString())
    .replace(/^# .*$/m, () => `# ${name}`)
    .replace(/^The files in `content\/` are examples\.[^]*?\n\n/m, '');
