/**
 * The scripts that connect a shell to `gitcast completion candidates`. Without candidates, files are completed. `npx gitcast`
 * is completed too, unless the shell already completes npx; `--no-install` keeps a press of Tab from downloading anything.
 */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], string>> = {
  bash: `_gitcast_reply() {
  local IFS=$'\\n'
  COMPREPLY=($("$@" 2>/dev/null))
}
_gitcast() {
  _gitcast_reply gitcast completion candidates -- "\${COMP_WORDS[@]:1:COMP_CWORD}"
}
_gitcast_npx() {
  local at
  for ((at = 1; at < COMP_CWORD; at++)); do
    if [[ \${COMP_WORDS[at]} == gitcast ]]; then
      _gitcast_reply npx --no-install gitcast completion candidates -- "\${COMP_WORDS[@]:at+1:COMP_CWORD-at}"
      return
    fi
  done
}
complete -o default -F _gitcast gitcast
complete -p npx >/dev/null 2>&1 || complete -o default -F _gitcast_npx npx
`,
  zsh: `#compdef gitcast
_gitcast_reply() {
  local -a found
  found=("\${(@f)$("$@" 2>/dev/null)}")
  if [[ -n "$found[1]" ]]; then
    compadd -- $found
  else
    [[ $PREFIX == --*=* ]] && compset -P '*='
    _files
  fi
}
_gitcast() {
  _gitcast_reply gitcast completion candidates -- "\${(@)words[2,CURRENT]}"
}
_gitcast_npx() {
  local at=\${words[(i)gitcast]}
  if (( at < CURRENT )); then
    _gitcast_reply npx --no-install gitcast completion candidates -- "\${(@)words[at+1,CURRENT]}"
  else
    _default
  fi
}
if (( $+functions[compdef] )); then
  compdef _gitcast gitcast
  if (( ! $+_comps[npx] )); then compdef _gitcast_npx npx; fi
fi
`,
  fish: `function __gitcast_reply
  set -l current (commandline -ct)
  set -l found ($argv "$current" 2>/dev/null)
  if set -q found[1]
    printf '%s\\n' $found
  else
    set -l option (string match -r -- '^--[^=]+=' $current)
    for path in (__fish_complete_path (string replace -r -- '^--[^=]+=' '' $current))
      echo "$option$path"
    end
  end
end
function __gitcast_candidates
  set -l words (commandline -opc)
  __gitcast_reply gitcast completion candidates -- $words[2..-1]
end
function __gitcast_npx_candidates
  set -l words (commandline -opc)
  set -l at (contains -i gitcast $words)
  __gitcast_reply npx --no-install gitcast completion candidates -- $words[(math $at + 1)..-1]
end
complete -c gitcast -f -a '(__gitcast_candidates)'
complete -c npx -n '__fish_seen_subcommand_from gitcast' -f -a '(__gitcast_npx_candidates)'
`,
};
