/**
 * A service that is eventually consistent: for some seconds after a creation, its lists lack the object, and GET, PUT,
 * PATCH and DELETE by its id are answered with 404.
 */
import { meddle, type Passing } from './meddler.ts';
import type { Files } from './fixture.ts';
import { openStage, type ServiceChoices, type Stage } from './stage.ts';

export interface SlowToShow extends ServiceChoices {
  readonly files: Files;
  /** Seconds after which an object is visible. */
  readonly lag: number;
  readonly settle: number;
  /** False for a service whose lists show it at once. */
  readonly listsLag?: boolean;
  /** The answer to the first creation does not arrive. */
  readonly losesFirst?: boolean;
  /** The same for the second one. */
  readonly losesSecond?: boolean;
}

export interface SlowStage {
  readonly stage: Stage;
  /** The requests by id that were answered with 404. */
  readonly missed: string[];
}

export async function slowToShow({
  files,
  lag,
  settle,
  listsLag = true,
  losesFirst = false,
  losesSecond = false,
  ...choices
}: SlowToShow): Promise<SlowStage> {
  const stage = await openStage({ files, ...choices });
  const { clock } = stage.theatre;
  const createdAt = new Map<string, number>();
  const missed: string[] = [];
  const isHidden = (id: string): boolean => clock.now() < (createdAt.get(id) ?? -Infinity) + lag * 1000;
  const late = (passing: Passing): Passing => {
    if (passing.method === 'POST' && passing.status === 201) {
      const { id, _id = id } = JSON.parse(passing.body) as { id?: string; _id?: string };
      createdAt.set(_id!, clock.now());
      const isLost = (losesFirst && createdAt.size === 1) || (losesSecond && createdAt.size === 2);
      if (isLost) return { ...passing, status: 502, body: 'lost' };
    }
    return listsLag && passing.method === 'GET' ? withoutHidden(passing, isHidden) : passing;
  };
  const misses = ({ method, path }: Pick<Passing, 'method' | 'path'>): boolean => {
    const isMissed = isHidden(/[^/?]+(?=\?|$)/.exec(path)![0]);
    if (isMissed) missed.push(`${method} ${path}`);
    return isMissed;
  };
  await meddle(stage, late, { misses, settle });
  return { stage, missed };
}

interface Listed {
  readonly data?: readonly { readonly id?: string; readonly _id?: string }[];
  readonly total?: number;
  readonly metadata?: { readonly total?: number };
}

function withoutHidden(passing: Passing, isHidden: (id: string) => boolean): Passing {
  const { data, total, metadata, ...rest } = JSON.parse(passing.body) as Listed;
  if (!data) return passing;
  const shown = data.filter(({ id, _id = id }) => !isHidden(_id!));
  const without = (count: number): number => count - (data.length - shown.length);
  const body = {
    ...rest,
    data: shown,
    ...(total !== undefined && { total: without(total) }),
    ...(metadata?.total !== undefined && { metadata: { ...metadata, total: without(metadata.total) } }),
  };
  return { ...passing, body: JSON.stringify(body) };
}
