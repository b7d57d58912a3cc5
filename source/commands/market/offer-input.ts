import { readDuration } from '../../format/read-duration.ts';
import { one } from '../declaration/arguments.ts';
import { type ArgumentDeclaration, longFlag, type OptionDeclaration } from '../declaration/declaration.ts';
import { usage } from '../declaration/failure.ts';
import { parsed } from '../declaration/options.ts';

/** Declares a time span, s: a number of seconds, or a duration such as '1h 30m'. */
export function validity(flags: string, description: string): OptionDeclaration<number | undefined> {
	const read = parsed((given) => {
		const seconds = /^\d{1,12}$/.test(given) ? Number(given) : readDuration(given);
		if (seconds) return seconds;
		throw usage(
			`${longFlag(flags)} is a number of seconds or a duration such as 90m, 1 s or more, not '${given}'.`,
		);
	});
	return { flags, description, read };
}

/** Declares an amount. `placeOffer` parses it digit by digit, because help does not need exact amounts. */
export function positive(name: string, description: string): ArgumentDeclaration<string> {
	const declaration = one(name, description);
	return {
		...declaration,
		read: (raw) => {
			const text = declaration.read(raw);
			if (!/^\d+(\.\d+)?([eE][+-]?\d{1,3})?$/.test(text) || !/^[^eE]*[1-9]/.test(text))
				throw usage(invalidAmount(name, text));
			return text;
		},
	};
}

export const invalidAmount = (name: string, given: string): string =>
	`${name} is a number above 0 of at most 100 digits, not '${given}'.`;
