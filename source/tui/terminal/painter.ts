import { type Area, intersect } from './area.ts';
import type { Grid } from './grid.ts';
import { type Box, boxOf, type DrawingOf, type InkNode, type InkStyle } from './ink-tree.ts';
import { parseLine } from './line.ts';
import type { PaintedPlace } from './targets.ts';

/** A laid out box that paints or covers something: its part of the screen. */
interface Place extends PaintedPlace {
	readonly node: InkNode;
	/** Lines of the box. */
	readonly height: number;
	/** The cells that its lines may fill. */
	readonly clip: Area;
}

type Lines = readonly string[] | undefined;

/** The painted content of a grid. Nothing else paints into it. */
interface Shown {
	readonly places: readonly Place[];
	/** The lines of each place, and whether a later place hides a part of it, once that is known. */
	readonly lines: Lines[];
	readonly covered: boolean[];
}

const shown = new WeakMap<Grid, Shown>();

/** Paints a laid out tree. Later siblings paint over earlier ones. */
export class TreePainter {
	readonly #root: InkNode;
	#places: readonly Place[] | undefined;
	/** Indexes of the places. */
	readonly #indexes = new Map<DrawingOf, number>();
	#columns = 0;
	#rows = 0;

	constructor(root: InkNode) {
		this.#root = root;
	}

	/** Call it when React has rendered: boxes were added, removed or laid out again, or have other drawings. */
	rendered(): void {
		this.#places = undefined;
	}

	/**
	 * Fills a grid. While the boxes are those that it shows, it paints changed lines only. `changed`: the drawings that
	 * may differ from the last painting then.
	 */
	paint(grid: Grid, changed: readonly DrawingOf[]): void {
		const places = this.#placesIn(grid);
		const before = shown.get(grid);
		grid.moved = 0;
		if (before?.places === places && this.#paintChanges(before, grid, changed)) return;
		const lines = places.map(linesOf);
		shown.set(grid, { places, lines, covered: [] });
		grid.clear();
		for (let index = 0; index < places.length; index++) {
			const place = places[index] as Place;
			paintPlace(place, lines[index], grid);
			place.targetAt = place.node.style.drawing?.current.targetAt;
		}
		grid.targets.set(places);
	}

	/** Paints the lines that differ from those that the grid shows. Returns false if that is not enough. */
	#paintChanges(before: Shown, grid: Grid, changed: readonly DrawingOf[]): boolean {
		const { places, lines, covered } = before;
		const indexes: number[] = [];
		for (const drawing of changed) {
			const index = this.#indexes.get(drawing);
			if (index === undefined) continue;
			const { lines: is, targetAt } = drawing.current;
			(places[index] as Place).targetAt = targetAt;
			const was = lines[index];
			if (is === was) continue;
			covered[index] ??= isCovered(before, index);
			if (!is || !was || covered[index]) return false;
			indexes.push(index);
		}
		for (const index of indexes) {
			const place = places[index] as Place;
			const [was = [], is = []] = [lines[index], linesOf(place)];
			lines[index] = is;
			grid.moved ||= movedBy(was, is);
			paintLinesOf(place, was, is, grid);
		}
		return true;
	}

	#placesIn(grid: Grid): readonly Place[] {
		if (this.#places && this.#columns === grid.columns && this.#rows === grid.rows) return this.#places;
		const places: Place[] = [];
		collect(this.#root, 0, 0, grid.area, places);
		this.#indexes.clear();
		for (const [index, { node }] of places.entries())
			if (node.style.drawing) this.#indexes.set(node.style.drawing, index);
		this.#places = places;
		this.#columns = grid.columns;
		this.#rows = grid.rows;
		return places;
	}
}

/** Adds the places of a box and its children. */
function collect(node: InkNode, left: number, top: number, clip: Area, places: Place[]): void {
	const box = boxOf(node, left, top);
	if (!box) return;
	const inner = clipOf(node.style, box, clip);
	if (node.style.opaque || node.style.drawing) {
		const [area, own] = [intersect(clip, areaOf(box)), intersect(inner, areaOf(box))];
		places.push({
			node,
			left: box.x,
			top: box.y,
			height: box.height,
			area,
			clip: own,
			isOpaque: node.style.opaque === true,
			targetAt: undefined,
		});
	}
	for (const child of node.childNodes ?? []) collect(child, box.x, box.y, inner, places);
}

/** Texts, borders and backgrounds of Ink are not painted: a Canvas has its own. */
function linesOf({ node }: Place): Lines {
	return node.style.drawing?.current.lines;
}

function covers({ isOpaque }: Place, lines: Lines): boolean {
	return lines !== undefined || isOpaque;
}

function paintPlace(place: Place, lines: Lines, grid: Grid): void {
	const { left, top, height, area, clip } = place;
	if (covers(place, lines)) grid.fill(area);
	if (!lines) return;
	for (let index = 0; index < Math.min(lines.length, height); index++)
		grid.blit(parseLine(lines[index] ?? ''), left, top + index, clip);
}

/** Paints the lines of a place that differ from earlier ones. */
function paintLinesOf(
	{ left, top, height, clip }: Place,
	was: readonly string[],
	is: readonly string[],
	grid: Grid,
): void {
	for (let row = 0; row < height; row++) {
		const line = is[row] ?? '';
		if (line === (was[row] ?? '')) continue;
		const y = top + row;
		const cells = parseLine(line);
		if (left > clip.left || left + cells.width < clip.right)
			grid.fill(intersect(clip, { ...clip, top: y, bottom: y + 1 }));
		grid.blit(cells, left, y, clip);
	}
}

/** Longest move that is looked for, and first line that a list moves: it has titles above. */
const MAX_MOVE = 20;
const FIRST_LINE = 1;
/** Fewer lines are no move worth the search. */
const MIN_LINES = 6;
/** Parts of a list in which a line is looked for; the cursor may be in one of them. */
const PROBES = [1 / 3, 2 / 3] as const;

/** Returns by how many lines a list moved up, or down if it is negative; 0 if it did not. */
function movedBy(before: readonly string[], after: readonly string[]): number {
	if (after.length < MIN_LINES || before.length !== after.length) return 0;
	for (const part of PROBES) {
		const at = Math.floor(part * after.length);
		const line = after[at];
		if (line === before[at]) continue;
		for (let distance = 1; distance <= MAX_MOVE; distance++) {
			if (before[at + distance] === line) return distance;
			if (at - distance >= FIRST_LINE && before[at - distance] === line) return -distance;
		}
	}
	return 0;
}

/** Whether a later place hides a part of a place. */
function isCovered({ places, lines }: Shown, index: number): boolean {
	const { area } = places[index] as Place;
	for (let later = index + 1; later < places.length; later++) {
		const place = places[later] as Place;
		if (!covers(place, lines[later])) continue;
		const { left, right, top, bottom } = intersect(area, place.area);
		if (left < right && top < bottom) return true;
	}
	return false;
}

function clipOf(style: InkStyle, box: Box, clip: Area): Area {
	const inside = areaOf(box);
	const across = style.overflowX === 'hidden';
	const down = style.overflowY === 'hidden';
	return intersect(clip, {
		left: across ? inside.left : clip.left,
		right: across ? inside.right : clip.right,
		top: down ? inside.top : clip.top,
		bottom: down ? inside.bottom : clip.bottom,
	});
}

function areaOf(box: Box): Area {
	return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
}
