# Asks gitcast for candidates; without any, files are completed. npx gitcast is completed too, unless the shell
# already completes npx; --no-install keeps a press of Tab from downloading anything.
_gitcast_reply() {
  local IFS=$'\n'
  COMPREPLY=($("$@" 2>/dev/null))
}
_gitcast() {
  _gitcast_reply gitcast completion candidates -- "${COMP_WORDS[@]:1:COMP_CWORD}"
}
_gitcast_npx() {
  local at
  for ((at = 1; at < COMP_CWORD; at++)); do
    if [[ ${COMP_WORDS[at]} == gitcast ]]; then
      _gitcast_reply npx --no-install gitcast completion candidates -- "${COMP_WORDS[@]:at+1:COMP_CWORD-at}"
      return
    fi
  done
}
complete -o default -F _gitcast gitcast
complete -p npx >/dev/null 2>&1 || complete -o default -F _gitcast_npx npx
