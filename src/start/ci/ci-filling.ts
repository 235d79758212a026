/** Fills the templates of CI for one repository: the jobs that it has, and the variables that each of them sees. */
import {
  environmentOf,
  ownChoices,
  hasSite,
  publishOf,
  websiteVariables,
  type CiSubject,
  ciFacts,
  planKey,
} from './ci-subject.ts';

export function ciFilling(subject: CiSubject): Filling {
  const { target, promotion } = ciFacts(subject);
  const isOnPages = publishOf(subject) === 'pages';
  const { promote } = ownChoices(subject);
  return {
    parts: {
      site: hasSite(subject),
      siteless: !hasSite(subject),
      workspace: subject.workspace !== undefined,
      pages: isOnPages,
      hosted: !isOnPages,
      promotion: promotion !== undefined,
    },
    lines: {
      ...keyLines(subject),
      // Jobs read everything else from the configuration.
      overrides: promote === undefined ? [] : [`GITCAST_PROMOTE: ${yamlWord(promote)}`],
      exports: promote === undefined ? [] : [`export GITCAST_PROMOTE='${promote}'`],
    },
    words: {
      '@FROM@': target ?? '',
      '@PROMOTE@': promotion?.to ?? '',
      '@NEITHER@': promotion ? '!inputs.digest && !inputs.promote' : '!inputs.digest',
      '@MERGED@': `github.event_name != 'schedule'${promotion ? ' && !inputs.promote' : ''}`,
      '@BRANCH@': yamlWord(subject.branch.replaceAll(/[+!]/g, String.raw`\$&`)), // GitHub reads it as a pattern
      '@ENVIRONMENT@': environmentOf(target),
    },
  };
}

function keyLines(subject: CiSubject): Filling['lines'] {
  const { keys, secrets, importKeys, promotion } = ciFacts(subject);
  const website = websiteVariables(subject);
  const later = promotion?.keys ?? [];
  return {
    'read-keys': keys.map((key) => secretLine(key, planKey(key))),
    'write-keys': keys.map((key) => secretLine(key)),
    // A target and the one it is promoted to may use one variable.
    'promotion-keys': [
      ...without(keys, later).map((key) => secretLine(key, planKey(key))),
      ...later.map((key) => `${key}: \${{ inputs.digest && secrets.${key} || secrets.${planKey(key)} }}`),
    ],
    'promotion-secrets': secrets.map((name) => `${name}: \${{ inputs.digest && secrets.${name} || '' }}`),
    // In no job that only plans.
    secrets: secrets.map((name) => secretLine(name)),
    'import-keys': without(importKeys, [...keys, ...secrets]).map((name) => secretLine(name)),
    website: [
      ...website.secret.map((name) => secretLine(name)),
      ...website.open.map((name) => `${name}: \${{ vars.${name} }}`),
    ],
    variables: [
      ...website.secret.map((name) => `# - ${name}, *protected*: publishes the website.`),
      ...website.open.map((name) => `# - ${name}, for the website.`),
      ...importKeys.map((name) => `# - ${name}, *protected*: reads a source that is imported every night.`),
    ],
  };
}

const secretLine = (name: string, secret = name): string => `${name}: \${{ secrets.${secret} }}`;

const without = (names: readonly string[], others: readonly string[]): readonly string[] =>
  names.filter((name) => !others.includes(name));

function yamlWord(word: string): string {
  const isPlain = /^[a-z][\w./ -]*$/i.test(word) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(word);
  return isPlain ? word : `'${word.replaceAll("'", "''")}'`;
}

/**
 * Fills a template of CI. A line with only `# @name` is a mark: it begins a part for repositories of that kind, which ends at
 * `# @end`, or it is replaced by lines. `@NAME@` within a line is a word.
 */
export interface Filling {
  /** The kinds of parts, and whether this repository has them. */
  readonly parts: Readonly<Record<string, boolean>>;
  readonly lines: Readonly<Record<string, readonly string[]>>;
  readonly words: Readonly<Record<string, string>>;
}

const MARK = /^( *)# @([a-z][a-z-]*)$/;

export function fillTemplate(text: string, { parts, lines, words }: Filling): string {
  const inside: boolean[] = [];
  const filled: string[] = [];
  for (const line of text.split('\n')) {
    const [, indent = '', name] = MARK.exec(line) ?? [];
    const isPart = name !== undefined && Object.hasOwn(parts, name);
    const isKept = inside.every(Boolean);
    if (name === 'end') inside.pop();
    else if (isPart) inside.push(parts[name]!);
    else if (name !== undefined && Object.hasOwn(lines, name)) {
      if (isKept) filled.push(...lines[name]!.map((each) => indent + each));
    } else if (isKept) filled.push(line.replaceAll(/@[A-Z]+@/g, (word) => words[word] ?? word));
  }
  return filled.join('\n');
}
