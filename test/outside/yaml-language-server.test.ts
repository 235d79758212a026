import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { gitcast } from '../cli/in-memory.ts';
import { ROOT } from './documents.ts';
import { startYamlServer } from './yaml-server.ts';
import { folderOfFile } from '../temporary-folder.ts';

const repository = folderOfFile();
const check = startYamlServer(repository);
const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

beforeAll(async () => {
  cpSync(join(ROOT, 'content'), join(repository, 'content'), { recursive: true });
  writeFileSync(join(repository, 'gitcast.config.yaml'), '');
  expect(await gitcast('schema', { cwd: repository })).toMatchObject({ exitCode: 0 });
});

const BOAT = 'content/sessions/a-boat-in-eleven-months.yaml';
const CONCERT = 'content/events/friday/sable-noir.yaml';
const NIGHT = 'content/categories/night.yaml';
const PAGE = 'content/pages/accessibility.yaml';
const REMINDER = 'content/workflows/evening-reminder.yaml';
const HOOK = 'content/webhooks/newsroom.yaml';
const STAGE = 'content/places/main-stage.yaml';
const BROADCAST = 'content/broadcast.yaml';

const MUTANTS: readonly (readonly [mistake: string, path: string, was: string, is: string, reported: RegExp])[] = [
  ['a missing title', NIGHT, 'title: Nuits\n', '', /:1: Missing property "title"/],
  ['a title that is a list', NIGHT, 'title: Nuits', 'title: [Nuits]', /:1: Incorrect type/],
  ['a colour by its name', NIGHT, '"#4A3B7C"', 'purple', /:2: String does not match the pattern/],
  ['an icon by its name only', NIGHT, '{ family: lucide, type: moon-star }', 'moon-star', /:3: Incorrect type/],
  ['an unknown field of an event', CONCERT, 'place_id:', 'place:', /:5: Property place is not allowed/],
  ['a time that is a day only', CONCERT, '2027-06-18T23:15:00+02:00', '2027-06-18', /:2: String does not match/],
  ['a time in words', CONCERT, '2027-06-19T00:20:00+02:00', 'midnight', /:3: String does not match/],
  ['an address that is a number', CONCERT, 'places/main-stage', '7', /:5: (?:Incorrect type|Value is not accepted)/],
  ['a field that appears twice', CONCERT, 'category: concert', 'title: Again', /:4: Map keys must be unique/],
  ['a coordinate that is text', STAGE, 'x: 512', 'x: left', /:4: Incorrect type. Expected one of integer/],
  ['a coordinate with a fraction', STAGE, 'y: 466', 'y: 466.5', /:4: Incorrect type. Expected one of integer/],
  ['a switch that is text', STAGE, '$protect: true', '$protect: always', /:6: Incorrect type. Expected "boolean"/],
  ['a single address in place of a list', BOAT, '[categories/talk, categories/river]', 'categories/talk', /:8: /],
  ['a language that the service lacks', BOAT, 'defaultLocale: fr', 'defaultLocale: de', /:11: Value is not acc/],
  ['a block of a type that does not exist', PAGE, 'type: paragraph', 'type: text', /:6: Value is not accepted/],
  ['a list that is not indented', PAGE, '  - type: section', ' - type: section', /(?:indent|collection|sequence)/],
  ['an unknown status of a workflow', REMINDER, 'status: enabled', 'status: on', /:4: Value is not accepted/],
  ['an event in place of a list', HOOK, '[article.published]', 'article.published', /:3: Incorrect type/],
  ['a webhook without encryption', HOOK, 'https:', 'http:', /:2: String does not match/],
  ['a name that is too long', BROADCAST, 'name: Étale', 'name: The river festival Étale', /:5: String is longer/],
];

describe('the YAML language server with the schemas of `gitcast schema`', () => {
  it('reports no problem in any file of the demo', async () => {
    const files = globSync('content/**/*.yaml', { cwd: ROOT });
    expect(files.length).toBeGreaterThan(100);
    expect((await Promise.all(files.map((path) => check(path, textOf(path))))).flat()).toEqual([]);
  });

  it.each(MUTANTS)('reports %s in %s', async (_, path, was, is, reported) => {
    const text = textOf(path);
    expect(text).toContain(was);
    expect((await check(path, text.replace(was, is))).join('\n')).toMatch(reported);
  });
});
