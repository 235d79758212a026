/**
 * A folder on a server that is reached by ssh. `releases.ts` explains the layout. Each step is one connection: look,
 * prepare, send, switch. What is unchanged is linked on the server, so only changed files are sent.
 */
import type { Host, Release } from '../host.ts';
import { stopIfAsked } from '../host.ts';
import { uploadsIn } from '../plan.ts';
import { publicationText } from '../publication.ts';
import {
  foreignLink,
  incomingName,
  keptNames,
  nameOf,
  overtaken,
  parsePublication,
  releaseIn,
  releaseName,
  unreadable,
  type ReleaseFolder,
} from './releases.ts';
import { server, type Account } from './ssh-commands.ts';

export interface SshHost extends ReleaseFolder, Account {}

/** Prints what the link is, and then the record of its release. */
const LOOK = `
cd "$1" 2>/dev/null || { echo nothing; exit 0; }
if [ -L "$2" ]; then
  target=$(readlink "$2"); echo "link $target"
  name=$(basename "$target")
  if [ -d "releases/$name" ]; then echo there; else echo gone; fi
  if [ -f "releases/$name.json" ]; then cat "releases/$name.json"; fi
elif [ -e "$2" ]; then echo foreign
else echo nothing
fi`;

const LIST = `cd "$1/releases/$2" && find . -type f -print0`;

/** Deletes the files named by its input from a copy of the base. */
const PREPARE = `
set -e; umask 022
mkdir -p "$1/releases" "$1/incoming"; cd "$1/incoming"
if [ ! -d "$3" ]; then
  rm -rf "$3.copy"
  if [ -z "$2" ]; then mkdir "$3.copy"
  else cp -al "../releases/$2" "$3.copy" 2>/dev/null || { rm -rf "$3.copy"; cp -a "../releases/$2" "$3.copy"; }
  fi
  mv "$3.copy" "$3"
fi
cd "$3"
xargs -0 rm -f --
find . -depth -type d -exec rmdir {} + 2>/dev/null || true`;

/** Links the files named by its input from an earlier release. */
const RESTORE = `
set -e; cd "$1"
rsync -rt --checksum --from0 --files-from=- --link-dest="$1/releases/$2" "releases/$2/" "incoming/$3/"`;

/** \`mv\` must replace the link itself, and not move into the folder that it points to. */
const SWITCH = `
set -e; umask 022; cd "$1"; link=$2; expected=$3; incoming=$4; name=$5; target=$6; shift 6
cat > "incoming/$name.json"
now=; if [ -L "$link" ]; then now=$(basename "$(readlink "$link")"); elif [ -e "$link" ]; then exit 75; fi
[ "$now" = "$expected" ] || exit 75
mv "incoming/$name.json" "releases/$name.json"
rm -rf "releases/$name"; mv "incoming/$incoming" "releases/$name"
rm -f "$link.gitcast-next"; ln -s "$target" "$link.gitcast-next"
mv -T "$link.gitcast-next" "$link" 2>/dev/null || mv -h "$link.gitcast-next" "$link"
cd releases
for each in *; do
  stays=no; for kept in "$@"; do case "$each" in "$kept"|"$kept.json") stays=yes;; esac; done
  case "$each" in [0-9]*-????????????|[0-9]*-????????????.json) [ "$stays" = yes ] || rm -rf "$each";; esac
done
find ../incoming -mindepth 1 -maxdepth 1 -mtime +0 -exec rm -rf {} + 2>/dev/null || true`;

const OVERTAKEN = 75;

export function sshHost({ path, link, ...account }: SshHost): Host {
  const { run, send } = server(account);
  const where = `${account.host}:${path}`;

  const publish = async (
    { plan, next, source, watch }: Release,
    expected: string,
    base: string | undefined,
  ): Promise<void> => {
    const incoming = incomingName(next, base);
    stopIfAsked(watch);
    await run(PREPARE, { words: [path, base ?? '', incoming], input: listed(plan.deletes) });
    stopIfAsked(watch);
    const paths = uploadsIn(plan).map((upload) => upload.path);
    if (source.type === 'earlier') {
      const earlier = releaseName({ number: source.release.number, digest: source.release.site.digest });
      await run(RESTORE, { words: [path, earlier, incoming], input: listed(paths) });
    } else if (paths.length > 0) {
      await send({ folder: source.folder, paths, to: `${path}/incoming/${incoming}`, onFile: watch.onFile });
    }
    stopIfAsked(watch);
    const name = nameOf(next);
    const target = link.includes('/') ? `${path}/releases/${name}` : `releases/${name}`;
    const words = [path, link, expected, incoming, name, target, ...keptNames(next)];
    const { code } = await run(SWITCH, { words, input: publicationText(next), expects: [OVERTAKEN] });
    if (code === OVERTAKEN) throw overtaken(where);
  };

  return {
    where,
    look: async () => {
      const { text } = await run(LOOK, { words: [path, link] });
      const [first = '', state, ...record] = text.split('\n');
      const shown = link.startsWith('/') ? link : `${path}/${link}`;
      if (first === 'foreign')
        throw foreignLink(shown, `on ${account.host} exists and is not a link that gitcast made`);
      const expected = first.startsWith('link ') ? releaseIn(first.slice('link '.length), shown) : '';
      const base = state === 'there' ? expected : undefined;
      const live = base === undefined ? undefined : parsePublication(record.join('\n'));
      const isForeign = base !== undefined && !live;
      const files = isForeign ? (await run(LIST, { words: [path, base] })).text.split('\0') : [];
      return {
        live,
        found: {},
        foreign: new Set(files.map((file) => file.replace(/^\.\//, '')).filter((file) => file !== '')),
        notes: isForeign ? [unreadable(base)] : [],
        publish: (release) => publish(release, expected, base),
      };
    },
    close: async () => {},
  };
}

const listed = (paths: readonly string[]): string => paths.map((each) => `${each}\0`).join('');
