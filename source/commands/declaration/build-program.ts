import { Argument, type Command, Option } from 'commander';
import { sanitise } from '../../format/sanitise.ts';
import { usage } from '../output/failure.ts';
import {
	attributeOf,
	type Declaration,
	longFlag,
	type OptionDeclaration,
	type OptionSet,
	type Raw,
	type RawInput,
} from './declaration.ts';
import { descriptionOf, summaryOf } from './not-supported.ts';

/** A heading of the list of commands, with those below it. */
export interface Chapter {
	readonly title: string;
	readonly commands: readonly Declaration[];
}

/** Gives the program its commands, as they are declared. */
export function addCommands(program: Command, chapters: readonly Chapter[]): void {
	for (const { title, commands } of chapters) {
		for (const declaration of commands) addCommand(program, declaration, `${title}:`);
	}
}

/** Options that may stand before a command, for all that know them. */
export function addOptions(command: Command, options: OptionSet): void {
	for (const option of Object.values(options)) command.addOption(optionOf(option));
}

/** Reports faults of a command line in one line, with the place where help is. */
export function explainFaults(command: Command, path: string): void {
	command.configureOutput({
		outputError: (text, write) => {
			const line = sanitise(text.replace(/^error: /, '').trim(), 900);
			write(`seedtop: ${line.replace(/\.?$/, '')} (see '${path} --help')\n`);
		},
	});
}

function addCommand(parent: Command, declaration: Declaration, heading?: string): void {
	const command = parent.command(declaration.name, { hidden: declaration.hidden ?? false });
	if (heading !== undefined) command.helpGroup(heading);
	command
		.aliases([...(declaration.aliases ?? [])])
		.summary(summaryOf(declaration))
		.description(descriptionOf(declaration));
	explainFaults(command, pathOf(command));
	// The program itself takes what it is given, to say which command was meant; its commands do not.
	command.allowExcessArguments(false);
	if (declaration.ownHelp) command.helpOption(false);
	command.helpCommand(false).configureHelp({ subcommandTerm: termOf });
	for (const { name, description, required, many, completes } of Object.values(declaration.arguments)) {
		const shown = many ? `${name}...` : name;
		const argument = new Argument(required ? `<${shown}>` : `[${shown}]`, description);
		command.addArgument(argument);
		if (typeof completes === 'object') argument.description += `: ${completes.join(', ')}`;
	}
	addOptions(command, declaration.options);
	if (declaration.examples) command.addHelpText('after', examplesOf(declaration.examples));
	for (const verb of declaration.verbs) addCommand(command, verb);
	const { invoke } = declaration;
	if (invoke) {
		command.action(async () => {
			process.exitCode = (await invoke(rawInputOf(command, declaration.options))) ?? 0;
		});
	}
}

function optionOf({ flags, description, group, repeats, env }: OptionDeclaration): Option {
	const option = new Option(flags, description);
	if (group !== undefined) option.helpGroup(group);
	if (env !== undefined) option.env(env);
	if (repeats) {
		option.argParser((value: string, earlier: readonly string[] | undefined) => [...(earlier ?? []), value]);
	}
	return option;
}

/** What was given to this command, and to those before it on the command line where it has the same option. */
export function rawInputOf(command: Command, declared: OptionSet): RawInput {
	const options = new Map<string, Raw>();
	const known = new Set(Object.values(declared).map(({ flags }) => attributeOf(flags)));
	for (let place: Command | null = command; place !== null; place = place.parent) {
		for (const option of place.options) {
			const name = option.attributeName();
			const source = place.getOptionValueSource(name);
			if (source === undefined || source === 'default') continue;
			// An empty variable counts as not set.
			if (source === 'env' && place.getOptionValue(name) === '') continue;
			if (!known.has(name)) {
				// Of a pair, the one that was given: both have the same name.
				const isGiven = option.negate === (place.getOptionValue(name) === false);
				if (source === 'cli' && name !== 'version' && isGiven)
					throw usage(`'${pathOf(command)}' has no option ${longFlag(option.flags)}.`);
			} else if (!options.has(name)) options.set(name, rawOf(place.getOptionValue(name)));
		}
	}
	return {
		options,
		arguments: command.processedArgs.map(rawOf),
		help: () => command.helpInformation(),
	};
}

function rawOf(value: unknown): Raw {
	if (typeof value === 'string' || typeof value === 'boolean') return value;
	return Array.isArray(value) ? value.map(String) : undefined;
}

/** How a list of commands shows one: with its arguments, or that it has verbs. That all have options goes without saying. */
export function termOf(command: Command): string {
	const names = [command.name(), ...command.aliases()].join('|');
	const given = command.registeredArguments.map((argument) => {
		const name = argument.variadic ? `${argument.name()}...` : argument.name();
		return argument.required ? `<${name}>` : `[${name}]`;
	});
	return [names, ...(command.commands.length > 0 ? ['<verb>'] : given)].join(' ');
}

/** 'seedtop playlist ls'. */
function pathOf(command: Command): string {
	return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}

function examplesOf(examples: NonNullable<Declaration['examples']>): string {
	const longest = Math.max(...examples.map(([line]) => line.length));
	const lines = examples.map(([line, what]) => `  ${line.padEnd(longest)}  ${what}`);
	return `\nExamples:\n${lines.join('\n')}`;
}
