import type { Command } from 'commander';
import { sanitise } from '../../format/sanitise.ts';
import { usage } from '../output/failure.ts';

/** 'seedtop help ls' is 'seedtop ls --help'. Ends the program. */
export function showHelp(program: Command): never {
	let shown = program;
	for (const name of program.args.slice(1)) {
		const below = shown.commands.find((each) => each.name() === name || each.aliases().includes(name));
		if (!below) throw usage(`There is no command '${sanitise(name, 60)}'. See 'seedtop --help'.`);
		shown = below;
	}
	return shown.help();
}

/** Throws when the program was given something that is none of its commands, with the nearest of them. */
export function refuseUnknown(program: Command): void {
	const [given] = program.args;
	if (given === undefined) return;
	const names = program.commands.flatMap((command) => [command.name(), ...command.aliases()]);
	const near = names
		.map((name) => ({ name, distance: distance(given, name) }))
		.sort((a, b) => a.distance - b.distance)[0];
	const hint = near && near.distance <= Math.max(1, given.length / 3) ? ` Did you mean '${near.name}'?` : '';
	throw usage(`There is no command '${sanitise(given, 60)}'.${hint} See 'seedtop --help'.`);
}

/** How many letters must be added, taken out or changed to make one word of the other. */
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
