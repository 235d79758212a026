/**
 * A folder on a server that is reached by ssh. `releases.ts` explains the layout. Each step is one connection: look,
 * prepare, send, switch. What is unchanged is linked on the server, so only changed files are sent.
 */
import { stopIfAsked, type PublishHost, type Release, type View } from '../publish-host.ts';
import { publicationText, publishedFiles, type Publication, type Restorable } from '../publication.ts';
import {
  foreignLink,
  incomingName,
  keptNames,
  lostFiles,
  missingRelease,
  nameOf,
  NOTHING,
  overtaken,
  presentIn,
  readPublication,
  releaseIn,
  releaseName,
  type ReleaseFolder,
  type SeenFile,
} from './releases.ts';
import { server, ServerFull, type Account } from './ssh-commands.ts';
import { append } from '../../values/long-lists.ts';

export interface SshHost extends ReleaseFolder, Account {
  readonly takeOver: boolean;
}

/**
 * Prints fields that end with a zero byte: what the link is, its target, whether that is there, and its record; then all
 * files, if a folder is newer than the record, and an empty field; then the files that are newer.
 */
const LOOK = `
cd "$1" 2>/dev/null || { printf 'nothing\\0'; exit 0; }
if [ ! -L "$2" ]; then
  if [ -e "$2" ]; then printf 'foreign\\0'; else printf 'nothing\\0'; fi
  exit 0
fi
target=$(readlink "$2"); name=$(basename "$target")
own=$(cd releases 2>/dev/null && pwd -P)
above=$(cd "$(dirname "$2")" && cd "$(dirname "$target")" 2>/dev/null && pwd -P)
printf 'link\\0%s\\0' "$target"
if [ -n "$above" ] && [ "$above" != "$own" ]; then printf 'elsewhere\\0'; exit 0; fi
if [ ! -d "releases/$name" ]; then printf 'gone\\0'; exit 0; fi
printf 'there\\0'
if [ -f "releases/$name.json" ]; then cat "releases/$name.json"; fi
printf '\\0'
cd "releases/$name"
if [ ! -f "../$name.json" ]; then find . ! -type d -print0; exit 0; fi
if [ -n "$(find . -type d -newer "../$name.json" | head -n 1)" ]; then find . ! -type d -print0; fi
printf '\\0'
find . ! -type d -newer "../$name.json" -print0`;

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

/** Links the files named by its input from an earlier release. Prints those that were edited since it was published. */
const RESTORE = `
set -e; umask 022; cd "$1"; [ -d "releases/$2" ] || exit 66
rsync -rp --checksum --force --from0 --files-from=- --link-dest="$1/releases/$2" "releases/$2/" "incoming/$3/"
cd "releases/$2"
if [ -f "../$2.json" ]; then find . -type f -newer "../$2.json" -print0; fi`;

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

/** Makes the files named by its input newer than the record: they are not as recorded. */
const MARK = `cd "$1/releases/$2" && xargs -0 touch -c --`;

/** A release that was begun does not fit, and would take the space of a smaller one. */
const CLEAR = `rm -rf "$1/incoming"`;

const NO_RELEASE = 66;
const OVERTAKEN = 75;

export function sshHost({ path, link, takeOver, ...account }: SshHost): PublishHost {
  const { run, send } = server(account);
  const where = `${account.host}:${path}`;

  const publish = async (
    { plan, next, source, watch }: Release,
    { expected, base, incoming }: { expected: string; base: string | undefined; incoming: string },
  ): Promise<readonly string[]> => {
    stopIfAsked(watch);
    await run(PREPARE, { words: [path, base ?? '', incoming], input: listed(plan.deletes) });
    stopIfAsked(watch);
    const paths = plan.uploads.map((upload) => upload.path);
    const lost: string[] = [];
    if (source.type === 'earlier') append(lost, await restore(source.release, incoming, paths));
    else if (paths.length > 0) {
      await send({ folder: source.folder, paths, to: `${path}/incoming/${incoming}`, onFile: watch.onFile });
    }
    stopIfAsked(watch);
    const name = nameOf(next);
    const target = link.includes('/') ? `${path}/releases/${name}` : `releases/${name}`;
    const words = [path, link, expected, incoming, name, target, ...keptNames(next)];
    const { code } = await run(SWITCH, { words, input: publicationText(next), expects: [OVERTAKEN] });
    if (code === OVERTAKEN) throw overtaken(where);
    if (lost.length > 0) await run(MARK, { words: [path, name], input: listed(lost) });
    return lostFiles(lost);
  };

  const restore = async (
    { number, site }: Restorable,
    incoming: string,
    paths: readonly string[],
  ): Promise<readonly string[]> => {
    const name = releaseName({ number, digest: site.digest });
    const { code, text } = await run(RESTORE, {
      words: [path, name, incoming],
      input: listed(paths),
      expects: [NO_RELEASE],
    });
    if (code === NO_RELEASE) throw missingRelease(number, `${path}/releases/${name} on ${account.host}`);
    return pathsIn(text.split('\0')).filter((edited) => paths.includes(edited));
  };

  const look = async (): Promise<View> => {
    const { text } = await run(LOOK, { words: [path, link] });
    const [first = '', target = '', state, record = '', ...fields] = text.split('\0');
    const shown = link.startsWith('/') ? link : `${path}/${link}`;
    if (first === 'foreign') throw foreignLink(shown, `on ${account.host} exists and is not a link that gitcast made`);
    const expected = first === 'link' ? releaseIn(target, shown) : '';
    if (state === 'elsewhere')
      throw foreignLink(shown, `on ${account.host} points to ${target}, which was published from another \`path\``);
    const base = state === 'there' ? expected : undefined;
    const live = base === undefined ? undefined : readPublication(record || undefined, { name: base, takeOver });
    const present = base === undefined ? NOTHING : presentIn(live, base, seenFiles(fields, live));
    const publishOn = (release: Release) =>
      publish(release, { expected, base, incoming: incomingName(release, base, present.foreign) });
    return { ...present, publish: (release) => clearedIfFull(() => publishOn(release)) };
  };

  const clearedIfFull = async <T>(act: () => Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      if (error instanceof ServerFull) await run(CLEAR, { words: [path] }).catch(() => undefined);
      throw error;
    }
  };

  return { where, look };
}

/** Without a complete list, every recorded file is there. */
function seenFiles(fields: readonly string[], live: Publication | undefined): ReadonlyMap<string, SeenFile> {
  const end = live ? fields.indexOf('') : fields.length;
  const all = pathsIn(fields.slice(0, end));
  const there = all.length > 0 ? all : Object.keys(publishedFiles(live));
  const newer = pathsIn(fields.slice(end));
  return new Map([
    ...there.map((file): [string, SeenFile] => [file, 'as-recorded']),
    ...newer.map((file): [string, SeenFile] => [file, 'unknown']),
  ]);
}

const pathsIn = (fields: readonly string[]): readonly string[] =>
  fields.filter((field) => field !== '').map((field) => field.replace(/^\.\//, ''));

const listed = (paths: readonly string[]): string => paths.map((each) => `${each}\0`).join('');
