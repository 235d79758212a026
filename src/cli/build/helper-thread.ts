/** Runs in a thread of its own: reads the content, then makes pages until there are none left to take. */
import { parentPort, workerData } from 'node:worker_threads';
import { checkContent } from '../../model/check-content.ts';
import { outputToolsOf } from '../../render/output-tools.ts';
import { outputsOf } from '../../render/outputs.ts';
import { queueOf } from '../../render/share/queue.ts';
import { makeShare, type Share } from '../../render/share/share.ts';
import { createTemplates } from '../../render/templates/templates.ts';
import { diskStore } from '../../render/writer/disk-store.ts';
import { createWriter } from '../../render/writer/writer.ts';
import { pagesOf } from '../../site/pages.ts';
import { openSite } from '../../site/site.ts';
import { loadConfig } from '../load-config.ts';
import { modelSettings, readRepository, siteUrlOf } from '../repository.ts';
import { templateFolders } from '../template-folders.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { HelperInput, HelperTask } from './helpers.ts';

const NOTHING: Share = {
  pages: 0,
  problems: [],
  written: { digests: new Map(), count: 0, replaced: [], bytes: 0 },
  nextChange: undefined,
};

const { configFile, cwd, env, target, output, ...input } = workerData as HelperInput;
const config = loadConfig({ configFile, cwd, env });
const { broadcast } = checkContent(readRepository(config, cwd, target), modelSettings(config));
const site = openSite({ ...input, broadcast, url: siteUrlOf(config, target) });
const outputs = outputsOf(site, pagesOf(site).pages);
const templates = createTemplates({ folders: templateFolders(config, cwd) });
const writer = createWriter(diskStore(output));
const fingerprint = fingerprintOf(broadcast);

parentPort!.once('message', (task: HelperTask) => {
  const queue = queueOf(outputs.length, task.taken);
  const tools = outputToolsOf(site, { templates, ...task });
  // A file was saved in between: the main thread has read something else, and makes its site alone.
  const share = task.fingerprint === fingerprint ? makeShare(site, { outputs, queue, tools, writer }) : NOTHING;
  parentPort!.postMessage(share);
});
