import recheck from 'recheck';

/** Repetitions up to this number cost no more than a constant factor. */
const MAX_FIXED_REPETITIONS = 10;
const TIMEOUT_MS = 60_000;

/** Parts of a pattern that are no repetition, or a repetition with its limits. */
const part = /\\.|\[(?:\\.|[^\]\\])*\]|\{(\d+)(,?)(\d*)\}/gs;

/** Returns a pattern whose large repetitions have no limit. The analysis of automata needs small ones. */
function withoutLargeLimits(pattern: string): string {
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

/** Returns 'linear', or the reason why the analysis of automata did not prove it. */
export function analyse(literal: string): string {
	const { pattern, flags } = partsOf(literal);
	const found = recheck.checkSync(withoutLargeLimits(pattern), flags, {
		checker: 'automaton',
		timeout: TIMEOUT_MS,
	});
	if (found.status === 'unknown') return `unknown: ${found.error.kind}`;
	return found.status === 'vulnerable' ? found.complexity.summary : 'linear';
}

function partsOf(literal: string): { readonly pattern: string; readonly flags: string } {
	const end = literal.lastIndexOf('/');
	return { pattern: literal.slice(1, end), flags: literal.slice(end + 1) };
}
