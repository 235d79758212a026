/**
 * Templates are code and see the environment of their process. It holds variables of the shell or CI for other programs,
 * keys above all, and one `<%= process.env … %>` would publish them.
 */

type Variables = Readonly<Record<string, string | undefined>>;

const NEEDED =
  /^(?:PATH|PATHEXT|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TMP|TEMP|TERM|COLORTERM|NO_COLOR|FORCE_COLOR|CI|NODE_OPTIONS|NODE_COMPILE_CACHE|NODE_EXTRA_CA_CERTS|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|USERPROFILE|APPDATA|LOCALAPPDATA|PROGRAMDATA|PROGRAMFILES.*)$/i;

/** For git, ssh and an editor, which `gitcast dev` starts. */
const NEEDED_BY_PROGRAMS =
  /^(?:GIT_(?!.*(?:TOKEN|PASSWORD|SECRET))\w+|SSH_AUTH_SOCK|SSH_AGENT_PID|SSH_ASKPASS|GPG_\w+|XDG_\w+|DISPLAY|WAYLAND_DISPLAY|DBUS_SESSION_BUS_ADDRESS|EDITOR|VISUAL)$/i;

export interface Use {
  /** Keep the variables that other programs need. */
  readonly programs?: boolean;
}

export const scrubbed = (env: Variables, { programs = false }: Use = {}): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) => NEEDED.test(name) || (programs && NEEDED_BY_PROGRAMS.test(name))),
  );
