/** The input of the differ for a source. URLs of media and pages name files and records, since a source has no site. */
import type { Config } from '../../config/config.ts';
import { fileUrl, recordAt, recordUrl } from '../../import/source.ts';
import type { Clock } from '../../machine/clock.ts';
import { entityPath, localePath } from '../../model/site-paths.ts';
import { documentPage } from '../../plan/fields/wire-links.ts';
import type { PlanInput } from '../../plan/context.ts';
import { identify } from '../../plan/identity/identify-documents.ts';
import type { LoadedState } from '../../state/store.ts';
import { planInput } from '../planning/planning.ts';

interface Compared extends Pick<PlanInput, 'broadcast' | 'snapshot' | 'choices' | 'renames'> {
  readonly state: LoadedState;
  readonly clock: Clock;
}

export function importInput(config: Config, { broadcast, clock, ...compared }: Compared): PlanInput {
  const { target: name } = compared.snapshot;
  const target = {
    name,
    profile: 'extended' as const,
    sharedArticleIds: true,
    client: { broadcastId: '' },
    key: name,
    settle: 0,
    clock,
  };
  const input: PlanInput = {
    ...planInput(config, broadcast, target, compared),
    mediaUrl: fileUrl,
    pageUrl: (path) => `import:/page${path}`,
    objectAt: recordAt,
  };
  return { ...input, ...linksToRecords(input) };
}

/** The page of a document that has a record is that record. */
function linksToRecords(input: PlanInput): Pick<PlanInput, 'pageUrl' | 'documentUrl'> {
  const { broadcast } = input;
  const { locales } = broadcast.settings;
  const { identities } = identify([...broadcast.entities.values()], input);
  const records = new Map<string, string>();
  for (const [address, identity] of identities) {
    const entity = broadcast.entities.get(address)!;
    if (!('id' in identity) || identity.id === undefined || !entity.document.declaration.page) continue;
    for (const locale of locales)
      records.set(documentPage(entity, locale, input) ?? '', recordUrl(entity.kind, identity.id));
  }
  const pageUrl = (path: string): string | undefined => {
    const url = input.pageUrl(path);
    return url === undefined ? undefined : (records.get(url) ?? url);
  };
  return {
    pageUrl,
    documentUrl: (address) => pageUrl(localePath(entityPath(broadcast.entities.get(address)!), locales[0]!, locales)),
  };
}
