/** Decides without building whether a published site is still what a build would make. */
import { existsSync } from 'node:fs';
import type { Config } from '../../config/config.ts';
import { expecting, UserError } from '../../diagnostics/errors.ts';
import type { BuildManifest, BuildSettings } from '../../publish/build-manifest.ts';
import { shownFrom } from '../../repository/repository.ts';
import { defineCall } from '../calls/call.ts';
import type { OptionsOf } from '../calls/option.ts';
import { allowsAnyHistory, siteStanding } from '../going-back.ts';
import { configOf } from '../../repository/load-config.ts';
import { PUBLISHED } from '../calls/shared-options.ts';
import { currencyOptions } from './build.ts';
import { builtFor, instantText } from '../../building/wish.ts';
import { outputFolder } from '../../building/folders.ts';
import { buildSettings, isWebAddress, readManifest } from './manifest.ts';

/** The options of `currency`. */
export interface CurrencyOptions extends OptionsOf<typeof currencyOptions> {}

/** The output of `gitcast build --if-changed --json` when nothing is built. */
export type Currency =
  /**
   * `commit`: the commit of the published site. `until`: when the site changes by itself; null if never. `newer`: the published
   * site is from a newer commit than the checkout, which therefore has nothing to build.
   */
  | { readonly unchanged: true; readonly commit: string; readonly until: string | null; readonly newer: boolean }
  /** A build may make a different site. */
  | { readonly unchanged: false; readonly reason: string };

/** When in doubt, the site counts as changed: building it again costs only time. */
export const currency = defineCall(
  currencyOptions,
  async (outside, { manifest: source, out, ...wish }: CurrencyOptions): Promise<Currency> => {
    const config = configOf(outside);
    const folder = outputFolder(config, outside.folder, out);
    const madeFor = builtFor(config, outside, wish);
    const settings = await buildSettings(config, madeFor);
    // A site that was never published has no manifest, which is no reason to fail.
    const manifest = await readManifest(source, outside, wish).catch(expecting(UserError, ({ message }) => message));
    if (typeof manifest === 'string') return { unchanged: false, reason: manifest };
    // A manifest in a file is about a build on this machine; the other ones are about what is published elsewhere.
    const isBuiltHere = source !== PUBLISHED && !isWebAddress(source);
    if (isBuiltHere && !existsSync(folder)) return changed(`there is no folder ${shownFrom(outside.folder, folder)}`);
    if (settings.commit === null) return changed('the files are not committed');
    const { now, next_change: until } = manifest;
    const newer = isBuiltHere ? undefined : await newerCommit(config, manifest, settings);
    if (newer !== undefined) return { unchanged: true, commit: newer, until, newer: true };
    const differing = SETTINGS.find(({ name }) => manifest[name] !== settings[name]);
    if (differing)
      return changed(
        `${differing.words} changed from ${shown(manifest[differing.name])} to ${shown(settings[differing.name])}`,
      );
    if (madeFor.at < Date.parse(now))
      return changed(`it was built for ${now}, which is later than ${instantText(madeFor.at)}`);
    if (until !== null && madeFor.at >= Date.parse(until)) return changed(`it changes at ${until} by itself`);
    return { unchanged: true, commit: settings.commit, until, newer: false };
  },
);

/** The commit of the published site, if the checkout is behind it. */
async function newerCommit(
  config: Config,
  { commit: recorded, target }: BuildManifest,
  { commit: head, target: wanted }: BuildSettings,
): Promise<string | undefined> {
  if (recorded === null || head === null || recorded === head) return undefined;
  if (target !== wanted || allowsAnyHistory(config.targets[target])) return undefined;
  return (await siteStanding(config, { target, recorded, head })).type === 'behind' ? recorded : undefined;
}

const changed = (reason: string): Currency => ({ unchanged: false, reason });

const SETTINGS: readonly { readonly name: keyof BuildSettings; readonly words: string }[] = [
  { name: 'commit', words: 'the commit' },
  { name: 'gitcast', words: 'the version of gitcast' },
  { name: 'target', words: 'the target' },
  { name: 'url', words: 'the address of the site' },
  { name: 'drafts', words: 'the choice of drafts' },
  { name: 'gallery', words: 'the choice of the gallery' },
];

const shown = (value: string | boolean | null | undefined): string => (value === null ? 'none' : String(value ?? true));
