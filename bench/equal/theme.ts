/** Hugo with a theme that writes for an article what gitcast's default theme writes: the files in the folder `theme`. */
import { appendFileSync, cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { hugoWith } from '../peers/hugo.ts';
import { ROOT } from '../suite/program.ts';

/** Every language has the same articles, as gitcast shows those that nobody translated. */
const languageSettings = (language: string, at: number): string => `
[languages.${language}]
  languageName = "${new Intl.DisplayNames(language, { type: 'language' }).of(language)}"
  weight = ${at + 1}
[[module.mounts]]
  source = "content"
  target = "content"
  lang = "${language}"
`;

/** Its style and script are ours, so that they weigh the same. */
const ASSETS = `
[[module.mounts]]
  source = "${join(ROOT, 'templates/assets')}"
  target = "assets"
`;

export const hugoWithTheme = hugoWith('Hugo', ({ folder, languages = ['en'] }) => {
  mkdirSync(folder, { recursive: true });
  cpSync(join(import.meta.dirname, 'theme'), folder, { recursive: true });
  appendFileSync(join(folder, 'config.toml'), ASSETS + languages.map(languageSettings).join(''));
});
