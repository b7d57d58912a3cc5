import type { Deviation } from '../../protocol/decode.ts';

/** Maximum number of different deviations reported of one response. Even 10,000 broken downloads have few kinds. */
const MAX_KINDS = 100;

/** Collects the deviations of a long response: the first of each kind and its count. */
export class DeviationTally {
	readonly #kinds = new Map<string, { readonly first: Deviation; count: number }>();

	add({ path, problem, count = 1 }: Deviation): void {
		const kind = `${path.replace(/\[\d+\]/g, '[]')} ${problem}`;
		const counted = this.#kinds.get(kind);
		if (counted) counted.count += count;
		else if (this.#kinds.size < MAX_KINDS) this.#kinds.set(kind, { first: { path, problem }, count });
	}

	/** The first deviation of each kind, with its count. */
	get all(): Deviation[] {
		return [...this.#kinds.values()].map(({ first, count }) => ({ ...first, count }));
	}
}
