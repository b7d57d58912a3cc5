import type { Completion } from '../declaration/declaration.ts';
import { branchesOf, type Place, quoted, valueOptions } from './places.ts';

/** Returns the completion script for zsh. */
export function zshScript(places: readonly Place[], serviceOptions: readonly string[]): string {
	const { steps, values, options, operands } = branchesOf(places, {
		separator: '; ',
		options: ({ options: all }) =>
			`choices=(${all.flatMap(({ names, description }) => names.map((name) => described(name, description))).join(' ')})`,
		words: (place) =>
			`choices=(${place.words.map(({ name, summary }) => described(name, summary)).join(' ')}); _describe command choices`,
		offer,
	});
	return `#compdef seedtop
# Completion of seedtop for zsh. Load it with: source <(seedtop completion zsh)

# Values from the service, one per line, with a description after a tab.
_seedtop_ask() {
	local line
	local -a found
	for line in "\${(@f)$("\${words[1]}" __complete "$1" "\${service[@]}" -- "\${(Q)PREFIX}" 2>/dev/null)}"; do
		if [[ -n $line ]]; then found+=("\${line%%$'\\t'*}"); fi
	done
	compadd -M 'm:{a-zA-Z}={A-Za-z}' -a found
}

_seedtop() {
	local place=seedtop operands=0 option= word index
	local -a service choices
	for ((index = 2; index < CURRENT; index++)); do
		word=\${(Q)words[index]}
		if [[ -n $option ]]; then
			case $option in (${serviceOptions.join('|')}) service+=("$option" "$word") ;; esac
			option=
			continue
		fi
		case $word in
		(${valueOptions(places).join('|')}) option=$word ;;
		(${serviceOptions.map((name) => `${name}=*`).join('|')}) service+=("$word") ;;
		(-?*) ;;
		(*)
			case "$place $word" in
${steps.join('\n')}
			*) operands=$((operands + 1)) ;;
			esac
			;;
		esac
	done
	if [[ $PREFIX == --*=* ]]; then
		option=\${PREFIX%%=*}
		compset -P '*='
	fi
	if [[ -n $option ]]; then
		case "$place $option" in
${values.join('\n')}
		esac
		return
	fi
	if [[ $PREFIX == -* ]]; then
		case $place in
${options.join('\n')}
		esac
		_describe -o option choices
		return
	fi
	case "$place:$operands" in
${operands.join('\n')}
	esac
}

if [[ $funcstack[1] == _seedtop ]]; then _seedtop "$@"; else compdef _seedtop seedtop; fi
`;
}

/** Returns a word with its description in the format of _describe. */
function described(name: string, description: string): string {
	return quoted(`${name}:${description.replaceAll(':', '\\:')}`);
}

function offer(completes: Completion): string {
	if (typeof completes === 'object') return `compadd -- ${completes.map(quoted).join(' ')}`;
	if (completes === 'file') return '_files';
	if (completes === 'folder') return '_files -/';
	if (completes === 'download or folder')
		return 'case $PREFIX in ([/.~]*) _files -/ ;; (*) _seedtop_ask download ;; esac';
	return `_seedtop_ask ${completes}`;
}
