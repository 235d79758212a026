/** Several festivals in one repository, as an agency has them: each has its own broadcast and its own key. */
import { createBroadcast } from '../../src/service/administration.ts';
import { BRUNCH, CONCERT, Festival, runGitcast } from './festival.ts';
import { read, write } from './folders.ts';
import { expectDone } from './on-github.ts';
import { git } from './run.ts';

const EVENT = 'title: Opening night\nstart_time: 2027-06-18T20:30:00+02:00\nend_time: 2027-06-18T23:00:00+02:00\n';

/** The festivals are all there is. */
const NOTHING_ELSE = { 'gitcast.config.yaml': '', 'content/broadcast.yaml': '', [CONCERT]: '', [BRUNCH]: '' };

export const folderOf = (city: string): string => `festivals/${city}`;
export const openingOf = (city: string): string => `${folderOf(city)}/content/events/opening.yaml`;
export const keyOf = (city: string): string => `${city.toUpperCase().replaceAll(/\W/g, '_')}_KEY`;

export class Workspace {
  /** The repository. Its keys are those of all festivals. */
  readonly festival: Festival;
  readonly #cities = new Map<string, Festival>();

  private constructor(festival: Festival) {
    this.festival = festival;
  }

  /** Lyon and Nantes share a theme. Without further files, no festival has a website. */
  static async open(
    cities: readonly string[] = ['lyon', 'nantes', 'oslo'],
    files: Readonly<Record<string, string>> = {},
  ): Promise<Workspace> {
    const festival = await Festival.open({ files: NOTHING_ELSE });
    delete festival.keys['GITCAST_KEY'];
    const workspace = new Workspace(festival);
    const { author } = festival;
    write(
      author,
      'gitcast.workspace.yaml',
      'broadcasts:\n  - festivals/*\nshared:\n  shared/house: [festivals/lyon, festivals/nantes]\n',
    );
    write(author, 'shared/house/content/broadcast.yaml', 'theme:\n  borderRadius: 4\n');
    for (const city of cities) await workspace.found(city);
    for (const [path, text] of Object.entries(files)) write(author, path, text);
    festival.push('Festivals');
    return workspace;
  }

  /** As somebody does it before CI does. */
  async deployed(): Promise<this> {
    const runner = this.festival.checkout('main');
    expectDone(await runGitcast(runner, ['sync', '--all', '--ours', '--yes'], this.festival.keys));
    git(runner.cwd, 'push', '--quiet', 'origin', 'HEAD:refs/gitcast/deployed/live');
    return this;
  }

  /** Writes the files of a new festival into the author's clone. */
  async found(city: string): Promise<void> {
    const { theatre, author, keys } = this.festival;
    const credentials = await createBroadcast(theatre.service, { name: city });
    const { userId, broadcastId, key } = credentials;
    keys[keyOf(city)] = key;
    this.#cities.set(city, Object.assign(Object.create(this.festival) as Festival, { credentials }));
    const folder = folderOf(city);
    write(
      author,
      `${folder}/gitcast.config.yaml`,
      `state: git
defaultTarget: live
site: { url: "https://${city}.example", timezone: Europe/Paris }
targets:
  live: { baseUrl: "${theatre.url}", userId: ${userId}, broadcastId: ${broadcastId}, key: { $env: ${keyOf(city)} }, settle: 0 }
`,
    );
    write(author, `${folder}/content/broadcast.yaml`, `name: Festival of ${city}\nisWeb: false\n`);
    write(author, openingOf(city), EVENT);
  }

  /** The same repository, with calls of this festival's broadcast. */
  at(city: string): Festival {
    return this.#cities.get(city)!;
  }

  /** The titles of all events on each target. */
  async titles(): Promise<Readonly<Record<string, string>>> {
    const titles: Record<string, string> = {};
    for (const [city, festival] of this.#cities) titles[city] = (await festival.titles()).join(', ');
    return titles;
  }
}

/** Renames the opening of a festival. */
export const opening = (city: string, title: string) => (folder: string) =>
  void write(folder, openingOf(city), read(folder, openingOf(city)).replace(/^title: .*$/m, `title: ${title}`));
