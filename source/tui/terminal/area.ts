/** Cells from `left` and `top` (inclusive) to `right` and `bottom` (exclusive). */
export interface Area {
	readonly left: number;
	readonly top: number;
	readonly right: number;
	readonly bottom: number;
}

/** Returns the cells that two areas share. If none, right <= left or bottom <= top. */
export function intersect(one: Area, other: Area): Area {
	return {
		left: Math.max(one.left, other.left),
		top: Math.max(one.top, other.top),
		right: Math.min(one.right, other.right),
		bottom: Math.min(one.bottom, other.bottom),
	};
}
