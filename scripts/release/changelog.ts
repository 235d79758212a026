/** CHANGELOG.md: one section for each version, and the next one under "Unreleased". */

export const UNRELEASED = 'Unreleased';

interface Section {
  /** A version, or `Unreleased`, without the date in parentheses. */
  readonly name: string;
  readonly entries: string;
}

export function sections(changelog: string): readonly Section[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((text) => {
      const [heading, ...lines] = text.split('\n');
      return { name: heading!.replace(/ \(.*\)$/, '').trim(), entries: lines.join('\n').trim() };
    });
}

export type Notes =
  | { readonly ok: true; readonly section: string; readonly text: string }
  | { readonly ok: false; readonly reason: string };

/** The release notes of a version. Before it is tagged, its entries are under "Unreleased". */
export function notesOf(changelog: string, version: string): Notes {
  const all = sections(changelog);
  const own = all.find(({ name }) => name === version);
  const next = all.find(({ name }) => name === UNRELEASED);
  if (own && next?.entries) {
    return wrong(
      `CHANGELOG.md has entries under ${UNRELEASED} and a section ${version}: move the entries into that section.`,
    );
  }
  const section = own ?? next;
  if (!section?.entries) {
    return wrong(`CHANGELOG.md has no entries for ${version}: write what changed for users under "## ${UNRELEASED}".`);
  }
  return { ok: true, section: section.name, text: `${section.entries}\n` };
}

const wrong = (reason: string): Notes => ({ ok: false, reason });

/** Gives the unreleased entries their version and date, below a new, empty "Unreleased". Does nothing if the version already has a section. */
export function released(changelog: string, version: string, date: string): string {
  if (sections(changelog).some(({ name }) => name === version)) return changelog;
  return changelog.replace(new RegExp(`^## ${UNRELEASED}$`, 'm'), `## ${UNRELEASED}\n\n## ${version} (${date})`);
}
