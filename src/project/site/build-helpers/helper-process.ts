/** Runs in a separate process: reads the content, then renders pages until none are left to claim. */
import { keepHeapSmallForPages } from '../../../machine/heap.ts';
import { checkContent } from '../../../model/check-content.ts';
import { outputToolsOf } from '../../../render/output-tools.ts';
import { outputsOf } from '../../../render/outputs.ts';
import { readOwnStrings } from '../../../render/own-strings.ts';
import { claimingQueue } from '../../../render/share/queue.ts';
import { makeShare, type Share } from '../../../render/share/share.ts';
import { createTemplates } from '../../../render/templates/templates.ts';
import { diskStore } from '../../../render/writer/disk-store.ts';
import { createWriter } from '../../../render/writer/writer.ts';
import { pagesOf } from '../../../site/pages.ts';
import { openSite } from '../../../site/site.ts';
import { loadConfig } from '../../settings/load-config.ts';
import { modelSettings, readRepository, siteUrlOf } from '../../files/repository.ts';
import { type HelperInput, type HelperTask, fingerprintOf } from './helpers.ts';
import { pictureCache, templateFolders } from '../folders.ts';

const NOTHING: Share = {
  pages: 0,
  problems: [],
  offline: [],
  written: { digests: new Map(), sizes: new Map(), count: 0, replaced: [], bytes: 0 },
  nextChange: undefined,
};

keepHeapSmallForPages();

// The main process is gone, so there is nothing left to do.
process.once('disconnect', () => process.exit());

process.once('message', (input) => {
  const work = prepare(input as HelperInput);
  process.once('message', async (task) => process.send!(await work(task as HelperTask)));
});

function prepare({
  configFile,
  cwd,
  env,
  target,
  output,
  claims,
  ...input
}: HelperInput): (task: HelperTask) => Promise<Share> {
  const config = loadConfig({ configFile, cwd, env });
  const { broadcast } = checkContent(readRepository(config, cwd, target), modelSettings(config), {
    errorsOnly: true,
  });
  const templates = createTemplates({ folders: templateFolders(config, cwd) });
  const { strings: ownStrings } = readOwnStrings(templates, broadcast.settings.locales);
  const writer = createWriter(diskStore(output));
  const own = fingerprintOf(broadcast);
  return async ({ fingerprint, history, committed, ...work }) => {
    // A file was saved in between: the main process has read different content, and renders its site alone.
    if (fingerprint !== own) return NOTHING;
    const site = openSite({
      ...input,
      broadcast,
      url: siteUrlOf(config, target),
      offline: config.site.offline,
      highlight: config.site.highlight,
      ownStrings,
      history,
      committed,
    });
    const outputs = outputsOf(site, pagesOf(site).pages);
    const queue = claimingQueue(outputs.length, claims);
    return makeShare(site, {
      outputs,
      queue,
      tools: outputToolsOf(site, { templates, cache: pictureCache(config), ...work }),
      writer,
    });
  };
}
