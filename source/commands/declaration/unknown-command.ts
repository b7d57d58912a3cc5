import { sanitize } from '../../format/sanitize.ts';
import { optionsOf } from './builtin-options.ts';
import { attributeOf, type Declaration, longFlag, namesOf } from './declaration.ts';
import { type CommandFailure, usage } from './failure.ts';

/** Returns the verb of a command with this name or alias. */
export function findVerb({ verbs }: Declaration, name: string): Declaration | undefined {
	return verbs.find((verb) => namesOf(verb).includes(name));
}

/** Throws a failure that proposes the nearest verb. */
export function unknownVerb({ verbs }: Declaration, given: string, path: string): never {
	const near = nearest(given, verbs.filter(({ hidden }) => !hidden).flatMap(namesOf));
	const hint = near === undefined ? '' : ` Did you mean '${near}'?`;
	throw usage(`There is no command '${sanitize(given, 60)}'.${hint} See '${path} --help'.`);
}

/** Returns a failure that proposes the nearest option. */
export function unknownOption(given: string, path: string, declaration: Declaration): CommandFailure {
	const flags = optionsOf(declaration).map((option) => longFlag(option.flags));
	const name = given.replace(/=[\s\S]*$/, '');
	const near = flags.find((flag) => attributeOf(flag) === attributeOf(name)) ?? nearest(name, flags);
	const hint = near === undefined || !given.startsWith('--') ? '' : ` (Did you mean ${near}?)`;
	return usage(`unknown option '${sanitize(given, 60)}'${hint} (see '${path} --help')`);
}

/** Returns the name with the fewest letters to change, if these are few. */
function nearest(given: string, names: readonly string[]): string | undefined {
	const [near] = names
		.map((name) => ({ name, distance: distance(given, name) }))
		.sort((a, b) => a.distance - b.distance);
	const letters = given.replace(/^--/, '').length;
	return near && near.distance <= Math.max(1, letters / 3) ? near.name : undefined;
}

/** Returns the number of letters to add, remove or change to make one word of the other. */
function distance(from: string, to: string): number {
	if (Math.abs(from.length - to.length) > 3) return Number.POSITIVE_INFINITY;
	let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
	for (const [row, letter] of [...from].entries()) {
		const current = [row + 1];
		for (const [column, other] of [...to].entries()) {
			const changed = (previous[column] ?? 0) + (letter === other ? 0 : 1);
			current.push(Math.min(changed, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
		}
		previous = current;
	}
	return previous.at(-1) ?? 0;
}
