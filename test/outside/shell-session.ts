/** One shell per page, as for a reader: changed folders and variables stay in effect. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../ci/folders.ts';
import { environment } from '../ci/run.ts';
import { installed } from '../ci/workshop.ts';
import { ROOT } from './documents.ts';
import { program } from '../programs.ts';

interface Ran {
  readonly exitCode: number;
  readonly output: string;
}

/** Commands for the notes of pages, which set up what a page assumes. */
const prelude = (): string => `
exec 2>&1
status=0
demo() { cp -R "$ROOT/content" "$ROOT/gitcast.config.yaml" .; }
repository() {
  gitcast init . --ci none > /dev/null
  git init -q -b main && git add -A && git commit -qm Start
  git init -q --bare ../origin.git && git remote add origin "$PWD/../origin.git" && git push -qu origin main
}
start_service() {
  rm -f service.json
  node "$ROOT/test/service.ts" --port 0 "$@" > service.json 2> service.log &
  until [ -s service.json ] || ! kill -0 $!; do sleep 0.05; done
  eval "$(node -p 'const s = JSON.parse(fs.readFileSync("service.json")); \`URL=\${s.url} KEY=\${s.key} USER_ID=\${s.userId} BROADCAST_ID=\${s.broadcastId}\`')"
}
# A colleague in the web editor: METHOD PATH [FIELDS], where {TITLE} in the path is the id of the event with that title.
# The response is in ../colleague.json.
colleague() {
  path=$2
  case $path in *'{'*)
    id=$(curl -H "Authorization: Bearer $KEY" "$URL/v1/events?limit=100" |
      TITLE="\${path#*'{'}" node -p 'JSON.parse(fs.readFileSync(0)).data.find(({ title }) => \`\${title}}\` === process.env.TITLE).id')
    path=\${path%%'{'*}$id ;;
  esac
  curl --fail -X "$1" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \${3:+-d "$3"} "$URL/v1$path" > ../colleague.json
}
# The service misbehaves by these rules, until they are replaced.
faults() { curl --fail -X PUT -H 'Content-Type: application/json' -d "$1" "$URL/faults" > /dev/null; }
# Requests to this machine bypass any proxy.
curl() { command '${program('curl')}' --silent --show-error --noproxy '*' --max-time 60 "$@"; }
stop_service() { kill $! && wait $!; }
# A database of its own on a server that the tests start.
use_postgres() { [ -n "$GUIDE_DATABASE" ] && export DATABASE_URL="$GUIDE_DATABASE"; }
start_copy() {
  gitcast service --json --port 0 --quiet > copy.json &
  until [ -s copy.json ] || ! kill -0 $!; do sleep 0.05; done
  URL=$(node -p 'JSON.parse(fs.readFileSync("copy.json")).url')
}
`;

/** Commands that run until they are stopped. Their default ports may be in use, so they get a free one. */
const RUNS_ON = /^gitcast (?:dev|preview|service(?! (?:keys|broadcasts)\b))/;

/** In milliseconds: much longer than any command takes, so that one that never ends is reported. */
const LONGEST = 240_000;

export class ShellSession {
  readonly #shell: ChildProcessWithoutNullStreams;
  #output = '';

  constructor(variables: Readonly<Record<string, string>> = {}) {
    const folder = temporaryFolder();
    const env = { ...environment([installed(join(folder, 'bin')), join(process.execPath, '..')]), ROOT };
    const home = { HOME: join(folder, 'home'), XDG_STATE_HOME: join(folder, 'home/state'), NO_COLOR: '1' };
    this.#shell = spawn(program('sh'), { cwd: folder, env: { ...env, ...home, ...variables }, detached: true });
    this.#shell.stdout.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    this.#shell.stdin.write(`mkdir page && cd page\n${prelude()}`);
    onTestFinished(() => this.#end());
  }

  run(command: string): Promise<Ran> {
    return RUNS_ON.test(command) ? this.#start(command) : this.#run(command);
  }

  /** Writes a file as an editor would, in the current folder. */
  write(file: string, text: string): Promise<Ran> {
    const mark = randomUUID();
    return this.#run(`mkdir -p "$(dirname '${file}')" && cat > '${file}' << '${mark}'\n${text}${mark}`);
  }

  /** Runs a command until it prints something, then stops it. The exit code is 143 if it did not handle signals yet. */
  #start(command: string): Promise<Ran> {
    const simple = command.replace(/\s+#.*/, '');
    const port = simple.includes('--port') ? '' : ' --port 0';
    return this.#run(`: > started.txt; ${simple}${port} > started.txt &
until [ -s started.txt ] || ! kill -0 $!; do sleep 0.05; done
cat started.txt; kill $! && { wait $! || [ $? = 143 ]; }`);
  }

  async #run(command: string): Promise<Ran> {
    const mark = randomUUID();
    this.#output = '';
    // `$?` is that of the command before, as for a reader.
    this.#shell.stdin.write(`(exit "$status"); { ${command}\n} < /dev/null; status=$?; echo "${mark} $status"\n`);
    const signal = AbortSignal.timeout(LONGEST);
    const ended = new RegExp(`${mark} (\\d+)\n`);
    while (!ended.test(this.#output)) {
      await once(this.#shell.stdout, 'data', { signal }).catch((cause: unknown) => {
        throw new Error(`no end after ${LONGEST / 1000} s: ${command}\n${this.#output}`, { cause });
      });
    }
    const [whole, exitCode] = ended.exec(this.#output)!;
    return { exitCode: Number(exitCode), output: this.#output.replace(whole, '') };
  }

  /** Ends the shell and everything that still runs in it. */
  async #end(): Promise<void> {
    const closed = once(this.#shell, 'close');
    process.kill(-this.#shell.pid!, 'SIGKILL');
    await closed;
  }
}
