import { Grid } from '../../source/tui/terminal/grid.ts';
import { type PaintedPlace, PaintedTargets } from '../../source/tui/terminal/targets.ts';

/** A grid that can be kept when its app has ended. */
export class ExaminedGrid extends Grid {
	override readonly targets = new ExaminedTargets();

	/** Returns a grid with the same cells and targets. It does not keep the painted boxes, which keep their whole app. */
	copy(): ExaminedGrid {
		const copy = new ExaminedGrid(this.columns, this.rows);
		copy.glyphs.set(this.glyphs);
		copy.attributes.set(this.attributes);
		copy.targets.set(
			this.targets.places.map(({ area, left, top, isOpaque, targetAt }) => ({
				area,
				left,
				top,
				isOpaque,
				targetAt,
			})),
		);
		return copy;
	}
}

class ExaminedTargets extends PaintedTargets {
	places: readonly PaintedPlace[] = [];

	override set(places: readonly PaintedPlace[]): void {
		this.places = places;
		super.set(places);
	}
}
