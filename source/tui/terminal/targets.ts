import type { Area } from './area.ts';

/** The part of the screen: the list of the pane, the details of a row, or the dialog on top. */
export type Part = 'list' | 'details' | 'dialog';

/** The mouse target of a cell. The terminal does not know its meaning. */
export type Target =
	/** Runs a command, if it is available. */
	| { readonly kind: 'command'; readonly id: string }
	/** A row that the cursor can be on: its key, its index, and whether a click acts at once. */
	| {
			readonly kind: 'row';
			readonly part: Part;
			readonly key: string;
			readonly index: number;
			readonly acts?: boolean;
	  }
	/** The title of a column. */
	| { readonly kind: 'title'; readonly part: Part; readonly column: string }
	/** A value of a field that a click filters by; the next one does not. */
	| { readonly kind: 'condition'; readonly field: string; readonly value: string }
	/** A field of the dialog on top; `index`: a row of the list under it. */
	| { readonly kind: 'field'; readonly field: string; readonly index?: number }
	/** A place in a part without further meaning. */
	| { readonly kind: 'place'; readonly part: Part };

/** Returns the target of a cell, counted from the upper left cell of the painted box. Called only for mouse events. */
export type TargetAt = (column: number, row: number) => Target | undefined;

/** A painted box. */
export interface PaintedPlace {
	readonly area: Area;
	/** Its upper left cell. */
	readonly left: number;
	readonly top: number;
	/** Whether it hides the targets beneath, if it has none. */
	readonly isOpaque: boolean;
	/** Its targets in the last frame. */
	targetAt: TargetAt | undefined;
}

/** Mouse targets of a frame. They belong to the painted frame, also after the state has changed. */
export class PaintedTargets {
	#places: readonly PaintedPlace[] = [];

	/** Sets the painted boxes. Later ones are over earlier ones. */
	set(places: readonly PaintedPlace[]): void {
		this.#places = places;
	}

	/** Returns the target of a cell: that of the last painted box with a target. */
	at(column: number, row: number): Target | undefined {
		for (let index = this.#places.length - 1; index >= 0; index--) {
			const { area, left, top, isOpaque, targetAt } = this.#places[index] as PaintedPlace;
			if (column < area.left || column >= area.right || row < area.top || row >= area.bottom) continue;
			if (!targetAt && isOpaque) return undefined;
			const target = targetAt?.(column - left, row - top);
			if (target) return target;
		}
		return undefined;
	}
}
