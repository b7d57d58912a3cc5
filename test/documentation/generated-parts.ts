import { commandSections, commandTable, exitCodeTable, serviceOptionTable } from './commands.ts';
import { keyTables, presetTables } from './keys.ts';

/** A part of a document that is generated from the declarations, between marks with its name. */
export interface GeneratedPart {
	readonly path: string;
	readonly name: string;
	readonly generate: () => string;
}

export const generatedParts: readonly GeneratedPart[] = [
	{ path: 'docs/keybindings.md', name: 'presets', generate: presetTables },
	{ path: 'docs/keybindings.md', name: 'keys', generate: keyTables },
	{ path: 'docs/commands.md', name: 'commands', generate: commandTable },
	{ path: 'docs/commands.md', name: 'service options', generate: serviceOptionTable },
	{ path: 'docs/commands.md', name: 'command sections', generate: commandSections },
	{ path: 'docs/commands.md', name: 'exit codes', generate: exitCodeTable },
];

/** Returns a document with another content of a part. */
export function withPart(text: string, name: string, content: string): string {
	const marked = new RegExp(`(<!-- ${name}: .* -->\\n)[\\s\\S]*?(<!-- /${name} -->)`);
	if (!marked.test(text)) throw new Error(`The document has no marks of the part "${name}".`);
	return text.replace(marked, (_, begin, end) => `${begin}\n${content}\n\n${end}`);
}
