import{b as $,c as t,d as p}from"./chunk-KV4ETGDL.js";import"./chunk-MUETRDWS.js";function _(o,a){let l=p(o).map(({ways:e,path:n})=>`			${e.map(t).join("|")}) place=${t(n)} operands=0 ;;`),f=o.flatMap(({path:e,options:n})=>n.flatMap(({names:r,takesValue:i,completes:s})=>i&&s!==void 0?[`		${r.map(w=>t(`${e} ${w}`)).join("|")}) ${d(s)} ;;`]:[])),c=o.map(e=>`		${t(e.path)}) _seedtop_words ${t(e.options.flatMap(({names:n})=>n).join(" "))} ;;`),u=o.flatMap(e=>[...e.words.length>0?[`	${t(`${e.path}:0`)}) _seedtop_words ${t(e.words.map(({name:n})=>n).join(" "))} ;;`]:[],...e.arguments.map(({completes:n,from:r,to:i})=>i===void 0?`	${t(`${e.path}:`)}*) if ((operands >= ${r})); then ${d(n)}; fi ;;`:`	${t(`${e.path}:${r}`)}) ${d(n)} ;;`)]);return`# Completion of seedtop for bash. Load it with: source <(seedtop completion bash)

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
			case $option in ${a.join("|")}) service+=("$option" "$word") ;; esac
			option=
			continue
		fi
		case $word in
		${$(o).join("|")}) option=$word ;;
		${a.map(e=>`${e}=*`).join("|")}) service+=("$word") ;;
		-?*) ;;
		*)
			case "$place $word" in
${l.join(`
`)}
			*) operands=$((operands + 1)) ;;
			esac
			;;
		esac
	done
	if [[ $current == --*=* ]]; then option=\${current%%=*} current=\${current#*=}; fi
	if [[ -n $option ]]; then
		case "$place $option" in
${f.join(`
`)}
		esac
		return
	fi
	if [[ $current == -* ]]; then
		case $place in
${c.join(`
`)}
		esac
		return
	fi
	case "$place:$operands" in
${u.join(`
`)}
	esac
}

complete -F _seedtop seedtop
`}function d(o){return typeof o=="object"?`_seedtop_words ${t(o.join(" "))}`:o==="file"?"_seedtop_files -f":o==="folder"?"_seedtop_files -d":o==="download or folder"?"case $current in [/.~]*) _seedtop_files -d ;; *) _seedtop_ask download ;; esac":`_seedtop_ask ${o}`}export{_ as bashScript};
