import type { Declaration } from './declaration.ts';

/** Returns the sentences above the options in the help of a command. */
export function descriptionOf(declaration: Declaration): string {
	const { summary, description = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.` } = declaration;
	const { verbs, chapters } = declaration;
	const named = verbs.length === 0 || chapters ? '' : ` Verbs: ${verbs.map(({ name }) => name).join(', ')}.`;
	return description + named;
}
