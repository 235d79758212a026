#compdef gitcast
# Asks gitcast for candidates; without any, files are completed. npx gitcast is completed too, unless the shell
# already completes npx; --no-install keeps a press of Tab from downloading anything.
_gitcast_reply() {
  local -a found
  found=("${(@f)$("$@" 2>/dev/null)}")
  if [[ -n "$found[1]" ]]; then
    compadd -- $found
  else
    [[ $PREFIX == --*=* ]] && compset -P '*='
    _files
  fi
}
_gitcast() {
  _gitcast_reply gitcast completion candidates -- "${(@)words[2,CURRENT]}"
}
_gitcast_npx() {
  local at=${words[(i)gitcast]}
  if (( at < CURRENT )); then
    _gitcast_reply npx --no-install gitcast completion candidates -- "${(@)words[at+1,CURRENT]}"
  else
    _default
  fi
}
if (( $+functions[compdef] )); then
  compdef _gitcast gitcast
  if (( ! $+_comps[npx] )); then compdef _gitcast_npx npx; fi
fi
