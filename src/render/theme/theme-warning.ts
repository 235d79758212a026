import { assertNever } from '../../diagnostics/errors.ts';
import { formatPath, type Path } from '../../values/json.ts';
import { formatColour } from '../../kinds/colour.ts';
import type { FontProblem } from './fonts.ts';
import { CHOSEN } from './look.ts';
import { settingOf } from './palette.ts';
import type { Adjustment, ChosenRole, WishedRole } from './scheme.ts';

export interface ThemeWarning {
  readonly code: 'contrast-adjusted' | FontProblem['code'];
  /** Its place in the broadcast or, if it is a setting, in the configuration. */
  readonly path: Path;
  readonly isSetting?: true;
  readonly message: string;
  /** The chosen colour, and the one that is shown. */
  readonly from?: string;
  readonly to?: string;
}

/** `scheme`: the one whose colours the site sets itself; otherwise the colour is the broadcast's. */
export function adjustmentWarning(adjustment: Adjustment, scheme?: 'light' | 'dark'): ThemeWarning {
  const { role, on, from, to, reached, wanted } = adjustment;
  const pathOf = (each: WishedRole): Path =>
    scheme === undefined && isChosen(each) ? CHOSEN[each] : ['site', scheme ?? 'light', settingOf(each)];
  const [chosen, shown] = [formatColour(from), formatColour(to)];
  // Rounded down, so that 4.499 is never shown as 4.5.
  const contrast = Math.floor(reached * 100) / 100;
  return {
    code: 'contrast-adjusted',
    path: pathOf(role),
    message: `${chosen} has a contrast ratio of ${contrast}:1 on ${formatPath(pathOf(on))}, less than ${wanted}:1; the site uses ${shown}`,
    from: chosen,
    to: shown,
    ...(scheme !== undefined && { isSetting: true }),
  };
}

const isChosen = (role: WishedRole): role is ChosenRole => Object.hasOwn(CHOSEN, role);

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
