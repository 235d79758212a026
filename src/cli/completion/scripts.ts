/** The scripts that connect a shell to `gitcast completion candidates`. Without candidates, files are completed. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], string>> = {
  bash: `_gitcast() {
  local IFS=$'\\n'
  COMPREPLY=($(gitcast completion candidates -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _gitcast gitcast
`,
  zsh: `#compdef gitcast
_gitcast() {
  local -a found
  found=("\${(@f)$(gitcast completion candidates -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found[1]" ]]; then compadd -- $found; else _files; fi
}
if (( $+functions[compdef] )); then compdef _gitcast gitcast; fi
`,
  fish: `function __gitcast_candidates
  set -l words (commandline -opc) (commandline -ct)
  gitcast completion candidates -- $words[2..-1] 2>/dev/null
end
complete -c gitcast -a '(__gitcast_candidates)'
`,
};
