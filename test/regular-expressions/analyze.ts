import recheck from 'recheck';
import { partsOf, withoutLargeLimits } from './small-repetitions.ts';

const TIMEOUT_MS = 60_000;

/** Returns 'linear', or the reason why the analysis of automata did not prove it. */
export function analyze(literal: string): string {
	const { pattern, flags } = partsOf(literal);
	const found = recheck.checkSync(withoutLargeLimits(pattern), flags, {
		checker: 'automaton',
		timeout: TIMEOUT_MS,
	});
	if (found.status === 'unknown') return `unknown: ${found.error.kind}`;
	return found.status === 'vulnerable' ? found.complexity.summary : 'linear';
}
