import type { Declaration, OptionDeclaration } from '../../source/commands/declaration/declaration.ts';
import { exitMeanings } from '../../source/commands/declaration/failure.ts';
import { descriptionOf } from '../../source/commands/declaration/help-text.ts';
import { chapters } from '../../source/commands/registry.ts';
import { serviceOptions } from '../../source/commands/service-command/service-options.ts';
import { table } from './markdown.ts';

const shown = (commands: readonly Declaration[]) => commands.filter(({ hidden }) => !hidden);

/** Returns a table of all commands in Markdown, by chapter. */
export function commandTable(): string {
	const rows = chapters.flatMap(({ commands }) => shown(commands));
	return table(
		['command', 'action'],
		rows.map((command) => [`\`seedtop ${termOf(command)}\``, `${command.summary}${verbsOf(command)}`]),
	);
}

/** Returns a section in Markdown for each command and verb: description, arguments, options and examples. */
export function commandSections(): string {
	return chapters
		.flatMap(({ commands }) => shown(commands).flatMap((command) => sectionOf(command)))
		.join('\n\n');
}

/** Returns the options that all commands with a service share, as a table in Markdown. */
export function serviceOptionTable(): string {
	return optionTable(Object.values(serviceOptions));
}

export function exitCodeTable(): string {
	return table(
		['exit code', 'meaning'],
		exitMeanings.map(([code, meaning]) => [String(code), meaning]),
	);
}

/** Short commands need no section: the table of commands says everything. */
function sectionOf(command: Declaration, path = 'seedtop'): readonly string[] {
	const name = `${path} ${command.name}`;
	const shared: ReadonlySet<OptionDeclaration> = new Set(Object.values(serviceOptions));
	const options = Object.values(command.options).filter((option) => !shared.has(option));
	const parameters = Object.values(command.arguments);
	const parts = [
		`### ${name}`,
		descriptionOf(command),
		`\`${path} ${termOf(command)}\``,
		...(parameters.length > 0
			? [
					table(
						['argument', 'meaning'],
						parameters.map((one) => [`\`${one.name}\``, one.description]),
					),
				]
			: []),
		...(options.length > 0 ? [optionTable(options)] : []),
		...(command.examples ?? []).map(([line, meaning]) => `\`${line}\`: ${meaning}.`),
	];
	return [parts.join('\n\n'), ...command.verbs.flatMap((verb) => sectionOf(verb, name))];
}

function optionTable(options: readonly OptionDeclaration[]): string {
	return table(
		['option', 'meaning'],
		options.map(({ flags, description, env }) => [
			`\`${flags}\``,
			env === undefined ? description : `${description} (\`${env}\`)`,
		]),
	);
}

function termOf({ name, arguments: parameters, verbs }: Declaration): string {
	if (verbs.length > 0) return `${name} <verb>`;
	const given = Object.values(parameters).map((parameter) => {
		const shown = parameter.many ? `${parameter.name}…` : parameter.name;
		return parameter.required ? `<${shown}>` : `[${shown}]`;
	});
	return [name, ...given].join(' ');
}

function verbsOf({ verbs }: Declaration): string {
	return verbs.length === 0 ? '' : `: ${verbs.map(({ name }) => `\`${name}\``).join(', ')}`;
}
