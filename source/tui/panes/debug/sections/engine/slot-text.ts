import { sanitize } from '../../../../../format/sanitize.ts';
import type { CircuitSlots } from '../../../../../protocol/resources/debug.ts';

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/**
 * Returns a circuit slot in words. seedtop reports a route of proxies: `random` is its number of hops, `competing` its
 * number of downloads. Other services report only these two numbers. Sanitized.
 */
export function slotText({ random, competing, proxies, reachable, failure }: CircuitSlots): string {
	if (!proxies) {
		const numbers = [
			...(random === undefined ? [] : [`random ${random}`]),
			...(competing === undefined ? [] : [`competing ${competing}`]),
		];
		return numbers.length === 0 ? 'unused' : numbers.join(', ');
	}
	const condition = reachable === false ? `not reachable${failure ? ` (${failure})` : ''}` : 'reachable';
	return sanitize(
		[
			counted(random ?? proxies.length, 'hop'),
			counted(competing ?? 0, 'download'),
			`${condition}${proxies.length === 0 ? '' : ` via ${proxies.join(' → ')}`}`,
		].join(', '),
		1_000,
	);
}
