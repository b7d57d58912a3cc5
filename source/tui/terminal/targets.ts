import type { Area } from './grid.ts';

/** Which part of the screen something lies in: the list of the pane, the details of a row of it, or the dialog on top. */
export type Part = 'list' | 'details' | 'dialog';

/** What a cell of the screen is to somebody who points at it. What it means is not the terminal's business. */
export type Target =
	/** Does what a command does, if that can be done now. */
	| { readonly kind: 'command'; readonly id: string }
	/**
	 * A row that the cursor can be on: its key, its place among the rows, and whether choosing it does something at once.
	 */
	| {
			readonly kind: 'row';
			readonly part: Part;
			readonly key: string;
			readonly index: number;
			readonly acts?: boolean;
	  }
	/** The title of a column. */
	| { readonly kind: 'title'; readonly part: Part; readonly column: string }
	/** A field of the dialog on top; `index`: a row of what is listed for it. */
	| { readonly kind: 'field'; readonly field: string; readonly index?: number }
	/** Nothing but a place in a part. */
	| { readonly kind: 'place'; readonly part: Part };

/** What a cell of something painted is, counted from its own upper left cell. Asked only when somebody points at it. */
export type TargetAt = (column: number, row: number) => Target | undefined;

interface Painted {
	readonly area: Area;
	readonly left: number;
	readonly top: number;
	/** undefined for what only covers what is beneath. */
	readonly targetAt: TargetAt | undefined;
}

/** What of a frame can be pointed at: it belongs to what was painted, however the state has changed since. */
export class PaintedTargets {
	#painted: Painted[] = [];

	clear(): void {
		this.#painted = [];
	}

	/** Something was painted into an area, over whatever is there. `left` and `top`: where it begins. */
	add(area: Area, left: number, top: number, targetAt: TargetAt | undefined): void {
		this.#painted.push({ area, left, top, targetAt });
	}

	/** What is at a cell of the screen: what was painted last, and where that says nothing, what it lies in. */
	at(column: number, row: number): Target | undefined {
		for (const { area, left, top, targetAt } of this.#painted.toReversed()) {
			if (column < area.left || column >= area.right || row < area.top || row >= area.bottom) continue;
			if (!targetAt) return undefined;
			const target = targetAt(column - left, row - top);
			if (target) return target;
		}
		return undefined;
	}
}
