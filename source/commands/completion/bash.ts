import type { Completion } from '../declaration/declaration.ts';
import { branchesOf, type Place, quoted, valueOptions } from './places.ts';

/** Returns the completion script for bash. */
export function bashScript(places: readonly Place[], serviceOptions: readonly string[]): string {
	const { steps, values, options, operands } = branchesOf(places, {
		separator: ' ',
		options: ({ options: all }) => `_seedtop_words ${quoted(all.flatMap(({ names }) => names).join(' '))}`,
		words: (place) => `_seedtop_words ${quoted(place.words.map(({ name }) => name).join(' '))}`,
		offer,
	});
	return `# Completion of seedtop for bash. Load it with: source <(seedtop completion bash)

_seedtop_words() {
	COMPREPLY=($(compgen -W "$1" -- "$current"))
}

_seedtop_files() {
	compopt -o filenames
	mapfile -t COMPREPLY < <(compgen "$1" -- "$current")
}

# Values from the service, one per line, with a description after a tab.
_seedtop_ask() {
	local line quote= head= word=$current
	case $word in [\\"\\']*) quote=\${word:0:1} word=\${word:1} ;; esac
	# bash replaces only the text after the last ':' or '=' of a word that is not quoted.
	if [[ ($1 == filter || $1 == match) && -z $quote && $COMP_WORDBREAKS == *:* ]]; then head=\${word%"\${word##*[:=]}"}; fi
	while IFS= read -r line; do
		line=\${line%%$'\\t'*} line=\${line#"$head"}
		if [[ -n $quote ]]; then COMPREPLY+=("$line"); else COMPREPLY+=("$(printf %q "$line")"); fi
	done < <("\${COMP_WORDS[0]}" __complete "$1" "\${service[@]}" -- "$word" 2>/dev/null)
}

_seedtop() {
	local place=seedtop operands=0 option= word index current last
	local line=\${COMP_LINE:0:COMP_POINT} quoted=\${COMP_WORDS[COMP_CWORD]}
	local -a service=() words=()
	COMPREPLY=()
	# bash splits words at ':' and '=', which addresses contain. Here only blanks separate words.
	# The blanks of a quoted word do not.
	if [[ $quoted == [\\"\\']* && $line == *"$quoted" ]]; then line=\${line%"$quoted"}; else quoted=; fi
	read -a words <<<"$line"
	if [[ -n $quoted ]]; then words+=("$quoted")
	elif [[ $line == *[[:space:]] && $line != *\\\\[[:space:]] ]]; then words+=(''); fi
	last=$((\${#words[@]} - 1))
	current=\${words[last]}
	for ((index = 1; index < last; index++)); do
		word=\${words[index]}
		if [[ -n $option ]]; then
			case $option in ${serviceOptions.join('|')}) service+=("$option" "$word") ;; esac
			option=
			continue
		fi
		case $word in
		${valueOptions(places).join('|')}) option=$word ;;
		${serviceOptions.map((name) => `${name}=*`).join('|')}) service+=("$word") ;;
		-?*) ;;
		*)
			case "$place $word" in
${steps.join('\n')}
			*) operands=$((operands + 1)) ;;
			esac
			;;
		esac
	done
	if [[ $current == --*=* ]]; then option=\${current%%=*} current=\${current#*=}; fi
	if [[ -n $option ]]; then
		case "$place $option" in
${values.join('\n')}
		esac
		return
	fi
	if [[ $current == -* ]]; then
		case $place in
${options.join('\n')}
		esac
		return
	fi
	case "$place:$operands" in
${operands.join('\n')}
	esac
}

complete -F _seedtop seedtop
`;
}

function offer(completes: Completion): string {
	if (typeof completes === 'object') return `_seedtop_words ${quoted(completes.join(' '))}`;
	if (completes === 'file') return '_seedtop_files -f';
	if (completes === 'folder') return '_seedtop_files -d';
	if (completes === 'download or folder')
		return 'case $current in [/.~]*) _seedtop_files -d ;; *) _seedtop_ask download ;; esac';
	return `_seedtop_ask ${completes}`;
}
