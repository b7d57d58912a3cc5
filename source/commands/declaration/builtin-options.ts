import type { Declaration, OptionDeclaration } from './declaration.ts';

const helpOption: OptionDeclaration<boolean> = {
	flags: '-h, --help',
	description: 'display help for command',
	read: (raw) => raw === true,
};

const versionOption: OptionDeclaration<boolean> = {
	flags: '-V, --version',
	description: 'output the version number',
	read: (raw) => raw === true,
};

/** Returns all options of a command: its own, --help and --version. */
export function optionsOf(declaration: Declaration): readonly OptionDeclaration[] {
	return [
		...(declaration.version === undefined ? [] : [versionOption]),
		...Object.values(declaration.options),
		...(declaration.ownHelp ? [] : [helpOption]),
	];
}
