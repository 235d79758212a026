import { assertNever } from '../../diagnostics/errors.ts';
import { formatPath, type Path } from '../../values/json.ts';
import { formatColour } from '../../kinds/colour.ts';
import type { FontProblem } from './fonts.ts';
import { CHOSEN } from './look.ts';
import type { Adjustment } from './scheme.ts';

export interface ThemeWarning {
  readonly code: 'contrast-adjusted' | FontProblem['code'];
  /** Its place in the broadcast. */
  readonly path: Path;
  readonly message: string;
  /** The chosen colour, and the one that is shown. */
  readonly from?: string;
  readonly to?: string;
}

export function adjustmentWarning({ role, on, from, to, reached, wanted }: Adjustment): ThemeWarning {
  const [chosen, shown] = [formatColour(from), formatColour(to)];
  // Rounded down, so that 4.499 is never shown as 4.5.
  const contrast = Math.floor(reached * 100) / 100;
  return {
    code: 'contrast-adjusted',
    path: CHOSEN[role],
    message: `${chosen} has a contrast ratio of ${contrast}:1 on ${formatPath(CHOSEN[on])}, less than ${wanted}:1; the site uses ${shown}`,
    from: chosen,
    to: shown,
  };
}

export function fontWarning(problem: FontProblem, path: Path): ThemeWarning {
  return { code: problem.code, path, message: fontMessage(problem) };
}

function fontMessage(problem: FontProblem): string {
  switch (problem.code) {
    case 'font-unknown':
      return `there is no font ${problem.name}; the site uses the visitor's system font`;
    case 'font-without-file':
      return `${problem.name} has no file in media/, and the site loads nothing from other hosts; it uses the visitor's system font`;
    case 'font-weight-missing':
      return `${problem.name} has no weight ${problem.weight}; the site uses ${problem.nearest}`;
    default:
      return assertNever(problem);
  }
}
