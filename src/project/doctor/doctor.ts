import type { Config } from '../../config/config.ts';
import type { Outside } from '../outside.ts';
import { defineCall, type Ending } from '../calls/call.ts';
import { TARGET, type TargetOptions } from '../calls/shared-options.ts';
import { configOf } from '../../repository/load-config.ts';
import { targetNamed } from '../../repository/targets.ts';
import { check, failed, passed, reportCheck, type Check, type Finding } from './check.ts';
import { ciFilesChecks } from './ci-files-check.ts';
import { contentState, gitVersion, stateSummary, writable } from './local-checks.ts';
import { pushChecks } from './push-check.ts';
import { targetChecks } from './target-checks.ts';

/** The result of `doctor`. */
export interface Diagnosis {
  /** What `gitcast doctor --json` prints. */
  readonly report: { readonly checks: readonly Check[] };
  /** How the call ended. */
  readonly ending: Ending;
}

/** Checks everything that a sync needs. With `state: git` it pushes a ref below refs/gitcast/ and deletes it again. */
export const doctor = defineCall(TARGET, async (outside: Outside, options: TargetOptions): Promise<Diagnosis> => {
  const checks = (await examine(outside, options)).map((finding) => reportCheck(finding, outside.notation));
  // A check reports its error, and so also that it was stopped.
  outside.signal?.throwIfAborted();
  return { report: { checks }, ending: { failed: checks.some(({ ok }) => !ok) } };
});

async function examine(outside: Outside, options: TargetOptions): Promise<readonly Finding[]> {
  let config: Config;
  try {
    config = configOf(outside);
  } catch (error) {
    return [failed('configuration', error)];
  }
  const target = options.target ?? config.defaultTarget;
  const configuration = passed('configuration', `${config.root}`);
  const machine = [
    await check('git', () => gitVersion(config)),
    await check('permissions', () => writable(config)),
    ...(await ciFilesChecks(config)),
  ];
  // The content, the state and the connection depend on the target.
  const named = await check('target', () => targetNamed(config, target).name);
  if (!named.ok) return [configuration, ...machine, named];
  const state = await check('state', () => stateSummary(config, target));
  return [
    configuration,
    await check('content', () => contentState(config, outside, target)),
    ...machine,
    state,
    ...(state.ok ? await pushChecks(config, targetNamed(config, target), outside) : []),
    ...(await targetChecks(config, outside, { ...options, target })),
  ];
}
