/** The targets that the text of a configuration names, even if it has errors elsewhere. */
import { readYaml } from '../content/yaml-tree.ts';
import { isSameBroadcast, normalIdentity, type TargetIdentity } from '../model/target-identity.ts';
import { isObject } from '../values/json.ts';

/** The broadcasts on services, in one spelling and without a folder. */
export function targetsIn(text: string): readonly TargetIdentity[] {
  const { data } = readYaml(text);
  const targets = isObject(data) && isObject(data['targets']) ? Object.values(data['targets']) : [];
  return targets.flatMap((target) => {
    const { baseUrl, userId, broadcastId } = isObject(target) ? target : {};
    if (typeof broadcastId !== 'string') return [];
    return [normalIdentity({ baseUrl: String(baseUrl), userId: String(userId), broadcastId, folder: '' })];
  });
}

/** A configuration that cannot be read counts if it mentions the broadcast. */
export const managesBroadcast = (text: string, identity: TargetIdentity): boolean =>
  readYaml(text).problems.length > 0
    ? text.toLowerCase().includes(identity.broadcastId)
    : targetsIn(text).some((each) => isSameBroadcast(each, identity));
