/** The pinned actions and images of CI files. Dependabot and Renovate update them, which is no edit by a person. */

/** `uses: actions/checkout@<commit> # v5.0.0`, or `image: node:24.11.0-bookworm@sha256:<digest>`. */
const PIN =
  /(?<name>\buses: [\w./-]+|\bimage: [\w./-]+)(?<pin>@[0-9a-f]{40} # v(?<version>[\d.]+)|:(?<tag>[\w.-]+)@sha256:[0-9a-f]{64})/g;

interface Pin {
  readonly name: string;
  readonly pin: string;
  readonly version: string;
}

const pinOf = ({ name = '', pin = '', version, tag = '' }: Readonly<Record<string, string | undefined>>): Pin => ({
  name,
  pin,
  version: version ?? tag,
});

export const withoutPins = (text: string): string => text.replaceAll(PIN, '$<name>');

const byVersion = new Intl.Collator('en', { numeric: true });

/** A text with the pins of an earlier one where those are newer. */
export function withNewerPins(text: string, earlier: string): string {
  const present = new Map(
    [...earlier.matchAll(PIN)].map(({ groups = {} }) => pinOf(groups)).map((each) => [each.name, each]),
  );
  return text.replaceAll(PIN, (whole, ...found) => {
    const own = pinOf(found.at(-1) as Readonly<Record<string, string | undefined>>);
    const other = present.get(own.name);
    return other && byVersion.compare(other.version, own.version) > 0 ? own.name + other.pin : whole;
  });
}
