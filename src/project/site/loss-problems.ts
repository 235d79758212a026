/** Says which published addresses would disappear: one problem for each cause, however many addresses it has. */
import { count } from '../../diagnostics/count.ts';
import { diagnose, wholeFile, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { assertNever } from '../../diagnostics/errors.ts';
import type { HiddenBecause, TurnedOff } from '../../site/lost-addresses.ts';
import type { ExplainedLoss } from './explain-losses.ts';

/** A published address that would disappear without a redirect. */
export interface LossReport {
  /** Its path on the site: `/en/sessions/opening/calendar.ics`. */
  readonly address: string;
  /**
   * `renamed` and `removed`: what became of its document or media file. `hidden`: visitors do not see its document. `setting`: a
   * setting turned it off. `empty`: nothing is left to show there.
   */
  readonly reason: 'renamed' | 'removed' | 'hidden' | 'setting' | 'empty';
  /** The path of what was renamed, now. */
  readonly moved_to: string | null;
  /** The setting that turned it off. */
  readonly setting: string | null;
}

export const reportLosses = (losses: readonly ExplainedLoss[]): readonly LossReport[] =>
  losses.map((loss) => ({
    address: loss.path,
    reason: reasonOf(loss),
    moved_to: loss.movedTo?.page ?? null,
    setting: loss.cause.type === 'setting' ? loss.cause.setting : null,
  }));

function reasonOf({ cause, movedTo }: ExplainedLoss): LossReport['reason'] {
  switch (cause.type) {
    case 'document':
    case 'media':
      return movedTo ? 'renamed' : 'removed';
    case 'hidden':
    case 'setting':
      return cause.type;
    case 'beside':
    case 'derived':
      return 'empty';
    default:
      return assertNever(cause);
  }
}

interface Named {
  /** The name of the configuration in diagnostics, where redirects are written. */
  readonly configFile: string;
  /** The name of a document's file in diagnostics. */
  readonly fileOf: (file: string) => string;
}

type Group = readonly [ExplainedLoss, ...ExplainedLoss[]];

export function lossProblems(losses: readonly ExplainedLoss[], names: Named): readonly Diagnostic[] {
  const groups = Map.groupBy(losses, ({ cause, movedTo, page }) =>
    JSON.stringify(
      cause.type === 'setting'
        ? cause
        : [cause.type, cause.type === 'hidden' ? cause.because : movedTo !== undefined, page.split('/')[1]],
    ),
  );
  return [...groups.values()].flatMap((group) => problemOf(group as unknown as Group, names) ?? []);
}

/** Undefined for pages of documents whose time is over: that is what their files say, and no edit of anybody. */
function problemOf(group: Group, names: Named): Diagnostic | undefined {
  const [{ cause, path, movedTo }] = group;
  const inConfig = wholeFile(names.configFile);
  switch (cause.type) {
    case 'setting': {
      const them = `${count(group.length, 'published address', 'es')}, such as ${path}`;
      return diagnose('address-turned-off', inConfig, `${offWords(cause)}: ${them}, would disappear`);
    }
    case 'hidden':
      return cause.because === 'ended' ? undefined : hiddenProblem(group, cause.because, names);
    case 'document':
      return movedTo ? renamedProblem(group, names) : goneProblem(group, inConfig, 'was removed', 'were removed');
    case 'media':
      return goneProblem(group, inConfig, 'no visible page uses it', 'no visible page uses them');
    case 'beside':
    case 'derived':
      return goneProblem(group, inConfig, 'nothing is left to show there', 'nothing is left to show there');
    default:
      return assertNever(cause);
  }
}
