import{b as $,c as i,d as p}from"./chunk-KV4ETGDL.js";import"./chunk-MUETRDWS.js";function w(e,r){let f=p(e).map(({ways:o,path:n})=>`			${o.map(i).join("|")}) place=${i(n)}; operands=0 ;;`),l=e.flatMap(({path:o,options:n})=>n.flatMap(({names:t,takesValue:a,completes:d})=>a&&d!==void 0?[`		${t.map(m=>i(`${o} ${m}`)).join("|")}) ${s(d)} ;;`]:[])),u=e.map(o=>`		${i(o.path)}) choices=(${o.options.flatMap(({names:n,description:t})=>n.map(a=>c(a,t))).join(" ")}) ;;`),h=e.flatMap(o=>[...o.words.length>0?[`	${i(`${o.path}:0`)}) choices=(${o.words.map(({name:n,summary:t})=>c(n,t)).join(" ")}); _describe command choices ;;`]:[],...o.arguments.map(({completes:n,from:t,to:a})=>a===void 0?`	${i(`${o.path}:`)}*) if ((operands >= ${t})); then ${s(n)}; fi ;;`:`	${i(`${o.path}:${t}`)}) ${s(n)} ;;`)]);return`#compdef seedtop
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
			case $option in (${r.join("|")}) service+=("$option" "$word") ;; esac
			option=
			continue
		fi
		case $word in
		(${$(e).join("|")}) option=$word ;;
		(${r.map(o=>`${o}=*`).join("|")}) service+=("$word") ;;
		(-?*) ;;
		(*)
			case "$place $word" in
${f.join(`
`)}
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
${l.join(`
`)}
		esac
		return
	fi
	if [[ $PREFIX == -* ]]; then
		case $place in
${u.join(`
`)}
		esac
		_describe -o option choices
		return
	fi
	case "$place:$operands" in
${h.join(`
`)}
	esac
}

if [[ $funcstack[1] == _seedtop ]]; then _seedtop "$@"; else compdef _seedtop seedtop; fi
`}function c(e,r){return i(`${e}:${r.replaceAll(":","\\:")}`)}function s(e){return typeof e=="object"?`compadd -- ${e.map(i).join(" ")}`:e==="file"?"_files":e==="folder"?"_files -/":e==="download or folder"?"case $PREFIX in ([/.~]*) _files -/ ;; (*) _seedtop_ask download ;; esac":`_seedtop_ask ${e}`}export{w as zshScript};
