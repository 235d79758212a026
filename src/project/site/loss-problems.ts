/** Says which published addresses would disappear: one problem for each cause, however many addresses it has. */
import { diagnose, isWarning, wholeFile, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { LossCause, LostAddress, PagedDocument } from '../../site/lost-addresses.ts';
import { GONE, isPagePath, keyOfPath } from '../../values/former-path.ts';

/** A lost address, and where its content is now, if it was renamed. */
export interface ExplainedLoss extends LostAddress {
  readonly movedTo?: { readonly page: string; readonly document?: PagedDocument };
}

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
  losses.map((loss) => {
    const { reason } = CAUSES[causeOf(loss)];
    return {
      address: loss.path,
      reason,
      moved_to: loss.movedTo?.page ?? null,
      setting: reason === 'setting' ? loss.cause : null,
    };
  });

type Cause = LossCause | 'renamed' | 'media-renamed';

interface Explanation {
  readonly reason: LossReport['reason'];
  readonly code: 'address-gone' | 'address-hidden' | 'address-turned-off';
  readonly noun: 'page' | 'address' | 'media file';
  readonly why: readonly [one: string, several: string];
}

const gone = (reason: LossReport['reason'], noun: Explanation['noun'], one: string, several = one): Explanation => ({
  reason,
  code: 'address-gone',
  noun,
  why: [one, several],
});

const turnedOff = (why: string): Explanation => ({
  reason: 'setting',
  code: 'address-turned-off',
  noun: 'address',
  why: [why, why],
});

const hidden = (one: string, several = one): Explanation => ({
  reason: 'hidden',
  code: 'address-hidden',
  noun: 'page',
  why: [`its document is ${one}`, `their documents are ${several}`],
});

const CAUSES: Readonly<Record<Cause, Explanation>> = {
  'site.locales': gone('setting', 'address', '`site.locales` gives their language no folder'),
  'site.url': turnedOff('`site.url` is not set'),
  isPrivate: turnedOff('the broadcast has `isPrivate: true`'),
  drafts: hidden('a draft', 'drafts'),
  private: hidden('private'),
  scheduled: hidden('scheduled for later'),
  ended: hidden('over'),
  replaced: hidden('a link to something else', 'links to something else'),
  renamed: gone('renamed', 'page', 'its document was renamed', 'their documents were renamed'),
  removed: gone('removed', 'page', 'no document has it any more', 'no documents have them any more'),
  'media-renamed': gone('renamed', 'media file', 'it was renamed', 'they were renamed'),
  media: gone(
    'removed',
    'media file',
    'nothing on the site shows it any more',
    'nothing on the site shows them any more',
  ),
  empty: gone('empty', 'address', 'nothing is left to show there'),
};

function causeOf({ cause, movedTo }: ExplainedLoss): Cause {
  if (!movedTo) return cause;
  return cause === 'media' ? 'media-renamed' : 'renamed';
}

interface Names {
  /** The name of the configuration in diagnostics, where redirects are written. */
  readonly configFile: string;
  /** The name of a document's file in diagnostics. */
  readonly fileOf: (file: string) => string;
}

export function lossProblems(losses: readonly ExplainedLoss[], names: Names): readonly Diagnostic[] {
  // Documents whose time is over are what their files say, and nobody's edit.
  const groups = Map.groupBy(
    losses.filter(({ cause }) => cause !== 'ended'),
    (loss) => {
      const cause = causeOf(loss);
      return `${cause} ${CAUSES[cause].reason === 'setting' ? loss.language : loss.page.split('/')[1]}`;
    },
  );
  const problems = [...groups.values()].map((group) => problemOf(group, names));
  return [...problems.filter(isWarning), ...problems.filter((each) => !isWarning(each))];
}

function problemOf(group: readonly ExplainedLoss[], names: Names): Diagnostic {
  const first = group[0]!;
  const { reason, code, noun, why } = CAUSES[causeOf(first)];
  const shown = noun === 'page' ? 'page' : reason === 'setting' ? 'path' : 'own';
  const paths = [...new Set(group.map((loss) => loss[shown]))];
  const file = (first.movedTo?.document ?? first.document)?.file;
  const at = wholeFile(file === undefined ? names.configFile : names.fileOf(file));
  const message = `${wouldDisappear(paths, noun)}: ${paths.length === 1 ? why[0] : why[1]}`;
  const suggestion = code === 'address-gone' ? remedyFor(first, paths, names) : undefined;
  return diagnose(code, at, message, suggestion === undefined ? {} : { suggestion });
}

const NAMED = 3;

/** One of them by its path, several by their number and the first ones. */
function wouldDisappear(paths: readonly string[], noun: Explanation['noun']): string {
  if (paths.length === 1) return `the published ${noun} ${paths[0]!} would disappear`;
  const named = paths.slice(0, NAMED).join(', ');
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : '';
  return `${paths.length} published ${noun === 'address' ? 'addresse' : noun}s would disappear (${named}${more})`;
}

/** The step that keeps an address. A removal on purpose is written down too, where reviewers see it. */
function remedyFor(loss: ExplainedLoss, paths: readonly string[], { configFile, fileOf }: Names): string {
  const { language, movedTo } = loss;
  const path = paths[0]!;
  // The former address of a document leads to all its pages: in every language, with its calendar.
  const former = path.slice(1, -1);
  const inTable = `to \`site.redirects\` in ${configFile}${paths.length === 1 ? '' : ', and so on'}`;
  const accept = `add \`${path}: ${GONE}\` ${inTable}, or the path of a file of the same type that replaces it`;
  const redirect = (from: string, to: string): string =>
    `add \`${from}: ${to}\`, or wherever it should lead, ${inTable}; \`${from}: ${GONE}\` if it should lead nowhere`;
  if (language !== undefined && loss.cause === 'site.locales')
    return `add \`/${language}/*: /*\` to \`site.redirects\` in ${configFile}, or \`/${language}/*: ${GONE}\``;
  if (movedTo?.document) {
    const { address, file } = movedTo.document;
    // With another `$slug`, the document itself has not moved.
    const asMove = former === address ? '' : `, as \`gitcast mv ${former} ${address}\` does when it renames`;
    return `add \`$aliases: [${former}]\` to ${fileOf(file)}${asMove}`;
  }
  if (movedTo && keyOfPath(movedTo.page) === keyOfPath(path))
    return `name the file ${path} again: to hosts that ignore case both are the same, so it cannot be redirected. Or ${accept}`;
  if (movedTo) return redirect(path, movedTo.page);
  if (loss.cause === 'removed')
    return `${redirect(former, '/program/')}. \`gitcast rm ${former} --redirect-to PATH\` writes it when it deletes`;
  // A page can lead to any other; a calendar or a feed only to a file of its type, which may not exist.
  const page = loss.cause === 'empty' ? paths.find(isPagePath) : undefined;
  return page === undefined ? accept : redirect(page, '/program/');
}
