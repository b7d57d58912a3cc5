import{b as c,d as l}from"./chunk-KV4ETGDL.js";import"./chunk-MUETRDWS.js";function _(e,i){let a=l(e).map(({ways:t,path:n})=>`					case ${t.map(s).join(" ")}
						set place ${s(n)}
						set operands 0`),r=e.flatMap(t=>[...t.words.map(({name:n,summary:o})=>`${d(t,0,0)} -a ${n} -d ${s(o)}`),...t.options.map(n=>`${d(t)} ${f(n)}`),...t.arguments.map(({completes:n,from:o,to:$})=>`${d(t,o,$)} ${p(n)}`)]);return`# Completion of seedtop for fish. Load it with: seedtop completion fish | source

# Prints the current command, the number of its operands, and the options that name a service.
function __seedtop_line
	set -l place seedtop
	set -l operands 0
	set -l option ''
	set -l service
	set -l tokens (commandline -opc)
	for word in $tokens[2..]
		if test -n "$option"
			if contains -- $option ${i.join(" ")}
				set -a service $option $word
			end
			set option ''
			continue
		end
		switch $word
			case ${c(e).join(" ")}
				set option $word
			case ${i.map(t=>`'${t}=*'`).join(" ")}
				set -a service $word
			case '-?*'
			case '*'
				switch "$place $word"
${a.join(`
`)}
					case '*'
						set operands (math $operands + 1)
				end
		end
	end
	string join \\n -- $place $operands $service
end

# Whether the line is at this command, and at one of these operands.
function __seedtop_at
	set -l line (__seedtop_line)
	test "$line[1]" = "$argv[1]"; or return 1
	test (count $argv) -lt 2; or test $line[2] -ge $argv[2]; or return 1
	test (count $argv) -lt 3; or test $line[2] -le $argv[3]
end

# Values from the service, one per line, with a description after a tab.
function __seedtop_ask
	set -l line (__seedtop_line)
	command seedtop __complete $argv[1] $line[3..] -- (commandline -ct) 2>/dev/null
end

complete -c seedtop -f
${r.join(`
`)}
`}function d({path:e},i,a){let r=[i,a].filter(t=>t!==void 0).join(" ");return`complete -c seedtop -n ${s(`__seedtop_at "${e}" ${r}`.trim())}`}function f({names:e,description:i,takesValue:a,completes:r}){let t=e.map(o=>o.startsWith("--")?`-l ${o.slice(2)}`:`-s ${o.slice(1)}`),n=a?[r===void 0?"-x":`-r ${p(r)}`]:[];return[...t,...n,"-d",s(i)].join(" ")}function p(e){return typeof e=="object"?`-f -a ${s(e.join(" "))}`:e==="file"?"-F":e==="folder"?"-f -a '(__fish_complete_directories)'":e==="download or folder"?`-f -a '(if string match -qr "^[/.~]" -- (commandline -ct); __fish_complete_directories; else; __seedtop_ask download; end)'`:`-f -a '(__seedtop_ask ${e})'`}function s(e){return`'${e.replaceAll("\\","\\\\").replaceAll("'","\\'")}'`}export{_ as fishScript};
