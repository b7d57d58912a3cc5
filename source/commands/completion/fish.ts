import { type Completion, type OptionDeclaration, takesValue } from '../declaration/declaration.ts';
import { formsOf, type Place, stepsOf, valueOptions } from './places.ts';

/** Returns the completion script for fish. */
export function fishScript(places: readonly Place[], serviceOptions: readonly string[]): string {
	const steps = stepsOf(places).map(
		({ ways, path }) =>
			`\t\t\t\t\tcase ${ways.map(fishQuoted).join(' ')}\n\t\t\t\t\t\tset place ${fishQuoted(path)}\n\t\t\t\t\t\tset operands 0`,
	);
	const rules = places.flatMap((place) => [
		...place.words.map(({ name, summary }) => `${rule(place, 0, 0)} -a ${name} -d ${fishQuoted(summary)}`),
		...place.options.map((option) => `${rule(place)} ${optionWords(option)}`),
		...place.arguments.map(({ completes, from, to }) => `${rule(place, from, to)} ${offer(completes)}`),
	]);
	return `# Completion of seedtop for fish. Load it with: seedtop completion fish | source

# Prints the current command, the number of its operands, and the options that name a service.
function __seedtop_line
	set -l place seedtop
	set -l operands 0
	set -l option ''
	set -l service
	set -l tokens (commandline -opc)
	for word in $tokens[2..]
		if test -n "$option"
			if contains -- $option ${serviceOptions.join(' ')}
				set -a service $option $word
			end
			set option ''
			continue
		end
		switch $word
			case ${valueOptions(places).join(' ')}
				set option $word
			case ${serviceOptions.map((name) => `'${name}=*'`).join(' ')}
				set -a service $word
			case '-?*'
			case '*'
				switch "$place $word"
${steps.join('\n')}
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
${rules.join('\n')}
`;
}

function rule({ path }: Place, from?: number, to?: number): string {
	const range = [from, to].filter((limit) => limit !== undefined).join(' ');
	return `complete -c seedtop -n ${fishQuoted(`__seedtop_at "${path}" ${range}`.trim())}`;
}

function optionWords(option: OptionDeclaration): string {
	const { description, completes } = option;
	const flags = formsOf(option).map((form) =>
		form.startsWith('--') ? `-l ${form.slice(2)}` : `-s ${form.slice(1)}`,
	);
	const value = takesValue(option) ? [completes === undefined ? '-x' : `-r ${offer(completes)}`] : [];
	return [...flags, ...value, '-d', fishQuoted(description)].join(' ');
}

function offer(completes: Completion): string {
	if (typeof completes === 'object') return `-f -a ${fishQuoted(completes.join(' '))}`;
	if (completes === 'file') return '-F';
	if (completes === 'folder') return `-f -a '(__fish_complete_directories)'`;
	if (completes === 'download or folder')
		return `-f -a '(if string match -qr "^[/.~]" -- (commandline -ct); __fish_complete_directories; else; __seedtop_ask download; end)'`;
	return `-f -a '(__seedtop_ask ${completes})'`;
}

/** Quotes text for fish, which has two escapes between single quotes. */
function fishQuoted(text: string): string {
	return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
