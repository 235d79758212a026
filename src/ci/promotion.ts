import { UserError } from '../diagnostics/errors.ts';
import type { Ci } from './ci.ts';
import { NO_TARGET, settingsOf, type Settings } from './runner/settings.ts';

interface Promotion {
  readonly from: string;
  readonly to: string;
  readonly settings: Settings;
}

export async function promotionOf(ci: Ci): Promise<Promotion> {
  const settings = await settingsOf(ci);
  const { target, promotion } = settings;
  if (target === undefined) throw new UserError(NO_TARGET);
  if (promotion) return { from: target, to: promotion.to, settings };
  throw new UserError('CI has no target to promote to', {
    suggestion: 'run `gitcast init --ci HOST --promote TARGET`, or set GITCAST_PROMOTE',
  });
}
