import { isSame } from '../../terminal/is-same.ts';
import type { Piece } from './pieces.ts';

/** Maximum kept lines. */
const MAX_LINES = 500;

interface KeptLine {
	readonly left: readonly Piece[];
	readonly right: readonly Piece[];
	readonly isChosen: boolean;
	readonly line: string;
}

/** Keeps the lines of a part by index while their pieces are equal. For one theme and width. */
export class LineMemo {
	readonly #lines = new Map<number, KeptLine>();

	get(
		index: number,
		{ left, right = [] }: { readonly left: readonly Piece[]; readonly right?: readonly Piece[] },
		isChosen: boolean,
		draw: () => string,
	): string {
		const kept = this.#lines.get(index);
		if (kept?.isChosen === isChosen && areEqual(kept.left, left) && areEqual(kept.right, right)) {
			return kept.line;
		}
		if (this.#lines.size >= MAX_LINES) this.#lines.clear();
		const line = draw();
		this.#lines.set(index, { left, right, isChosen, line });
		return line;
	}
}

function areEqual(some: readonly Piece[], others: readonly Piece[]): boolean {
	return some.length === others.length && some.every((piece, index) => isSame(piece, others[index] ?? {}));
}
