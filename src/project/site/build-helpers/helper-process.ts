/** Runs in a separate process: reads the content, then renders pages until none are left to claim. */
import { useTextMemory } from '../../../markdown/text-memory.ts';
import { keepHeapSmallForPages } from '../../../machine/heap.ts';
import { checkContent } from '../../../model/check-content.ts';
import { outputToolsOf } from '../../../render/output-tools.ts';
import { outputsOf } from '../../../render/outputs.ts';
import { createRecorder } from '../../../render/remember/recorder.ts';
import { readOwnStrings } from '../../../render/own-strings.ts';
import { claimingQueue } from '../../../render/share/queue.ts';
import { makeShare, NOTHING_MADE, unitsOf, type Share } from '../../../render/share/share.ts';
import { createTemplates } from '../../../render/templates/templates.ts';
import { diskStore } from '../../../render/writer/disk-store.ts';
import { createWriter } from '../../../render/writer/writer.ts';
import { pagesOf } from '../../../site/pages.ts';
import { openSite } from '../../../site/site.ts';
import { loadConfig } from '../../settings/load-config.ts';
import { modelSettings, readRepository, siteUrlOf } from '../../files/repository.ts';
import { type HelperInput, type HelperTask, fingerprintOf } from './helpers.ts';
import { pictureCache, templateFolders } from '../folders.ts';
import { memoryAt } from '../remembered/memory.ts';

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
  memory: place,
  ...input
}: HelperInput): (task: HelperTask) => Promise<Share> {
  const memory = place && memoryAt(place);
  useTextMemory(memory?.readings);
  const config = loadConfig({ configFile, cwd, env });
  const { broadcast } = checkContent(readRepository(config, config.root, target), modelSettings(config), {
    errorsOnly: true,
  });
  const templates = createTemplates({ folders: templateFolders(config, config.root) });
  const { strings: ownStrings } = readOwnStrings(templates, broadcast.settings.locales);
  const writer = createWriter(diskStore(output, memory?.places(output)));
  const own = fingerprintOf(broadcast);
  return async ({ fingerprint, history, committed, ...work }) => {
    // A file was saved in between: the main process has read different content, and renders its site alone.
    if (fingerprint !== own) return NOTHING_MADE;
    const site = openSite({
      ...input,
      broadcast,
      url: siteUrlOf(config, target),
      offline: config.site.offline,
      highlight: config.site.highlight,
      markdown: config.site.markdown,
      ownStrings,
      history,
      committed,
    });
    const outputs = outputsOf(site, pagesOf(site).pages);
    const { wanted, head, published } = work;
    const units = unitsOf(outputs, wanted);
    const queue = claimingQueue(units.length, claims);
    const tools = outputToolsOf(site, { templates, cache: pictureCache(config), head, published });
    const world = { site, head, published, templates, ownStrings };
    const share = await makeShare(site, {
      outputs,
      units,
      queue,
      tools,
      writer,
      ...(memory && {
        recorder: createRecorder({ world, templates, tools }),
        remember: (block) => memory.store.add(memory.scope, block),
      }),
    });
    memory?.close();
    return share;
  };
}
