# Asks gitcast for candidates; without any, files are completed. --no-install keeps a press of Tab from downloading anything.
function __gitcast_reply
  set -l current (commandline -ct)
  set -l found ($argv "$current" 2>/dev/null)
  if set -q found[1]
    printf '%s\n' $found
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
