/** Repetitions up to this number cost no more than a constant factor. */
const MAX_FIXED_REPETITIONS = 10;

/** Parts of a pattern that are no repetition, or a repetition with its limits. */
const part = /\\.|\[(?:\\.|[^\]\\])*\]|\{(\d+)(,?)(\d*)\}/gs;

/** Returns a pattern whose large repetitions have no limit. The analysis of automata needs small ones. */
export function withoutLargeLimits(pattern: string): string {
	return pattern.replace(part, (all: string, least: string | undefined, comma: string, most: string) => {
		if (least === undefined) return all;
		const isFixed = (comma === '' || most !== '') && Number(most || least) <= MAX_FIXED_REPETITIONS;
		return isFixed ? all : least === '0' ? '*' : '+';
	});
}

/** Whether an expression has no repetition but small ones. Its time is then linear. */
export function hasOnlySmallRepetitions(literal: string): boolean {
	const { pattern } = partsOf(literal);
	return !/[*+]|\{\d+,\}/.test(
		withoutLargeLimits(pattern).replace(part, (all) => (all.startsWith('{') ? all : '')),
	);
}

/** Splits an expression as written: '/a+/g'. */
export function partsOf(literal: string): { readonly pattern: string; readonly flags: string } {
	const end = literal.lastIndexOf('/');
	return { pattern: literal.slice(1, end), flags: literal.slice(end + 1) };
}
