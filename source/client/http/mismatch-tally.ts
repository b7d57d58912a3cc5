import type { Deviation } from '../../protocol/decode.ts';

/** Different deviations of one answer that are told; a list of 10,000 broken downloads has few kinds of them. */
const mostKinds = 100;

/** Collects the deviations of a long answer: each kind once, with how often it was met. */
export class DeviationTally {
	readonly #kinds = new Map<string, { readonly first: Deviation; count: number }>();

	add({ path, problem, count = 1 }: Deviation): void {
		const kind = `${path.replace(/\[\d+\]/g, '[]')} ${problem}`;
		const known = this.#kinds.get(kind);
		if (known) known.count += count;
		else if (this.#kinds.size < mostKinds) this.#kinds.set(kind, { first: { path, problem }, count });
	}

	/** The first of each kind, with its count. */
	get all(): Deviation[] {
		return [...this.#kinds.values()].map(({ first, count }) => ({ ...first, count }));
	}
}
