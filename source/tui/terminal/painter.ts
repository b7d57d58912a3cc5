import { type Area, intersect } from './area.ts';
import type { Grid } from './grid.ts';
import { type Box, boxOf, type InkNode, type InkStyle } from './ink-tree.ts';
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
	/** The lines of each place. */
	readonly lines: Lines[];
}

const shown = new WeakMap<Grid, Shown>();

/** Paints a laid out tree. Later siblings paint over earlier ones. */
export class TreePainter {
	readonly #root: InkNode;
	#places: readonly Place[] | undefined;
	#columns = 0;
	#rows = 0;

	constructor(root: InkNode) {
		this.#root = root;
	}

	/** Call it when boxes were added, removed, or laid out again. */
	layoutChanged(): void {
		this.#places = undefined;
	}

	/** Fills a grid. It paints changed lines only, while the layout is the one that the grid shows. */
	paint(grid: Grid): void {
		const places = this.#placesIn(grid);
		const before = shown.get(grid);
		grid.moved = 0;
		if (before?.places === places && paintChanges(before, grid)) {
			setTargets(places);
			return;
		}
		const lines = places.map(linesOf);
		shown.set(grid, { places, lines });
		grid.clear();
		for (let index = 0; index < places.length; index++)
			paintPlace(places[index] as Place, lines[index], grid);
		setTargets(places);
		grid.targets.set(places);
	}

	#placesIn(grid: Grid): readonly Place[] {
		if (this.#places && this.#columns === grid.columns && this.#rows === grid.rows) return this.#places;
		const places: Place[] = [];
		collect(this.#root, 0, 0, grid.area, places);
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

/** Sets the targets of the painted frame. Later drawings do not change them. */
function setTargets(places: readonly Place[]): void {
	for (const place of places) place.targetAt = place.node.style.drawing?.current.targetAt;
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

/** Paints the lines that differ from those that the grid shows. Returns false if that is not enough. */
function paintChanges(before: Shown, grid: Grid): boolean {
	const { places, lines: old } = before;
	const changed: number[] = [];
	for (let index = 0; index < places.length; index++) {
		const lines = linesOf(places[index] as Place);
		if (lines === old[index]) continue;
		if (!lines || !old[index] || isCovered(before, index)) return false;
		changed.push(index);
	}
	for (const index of changed) {
		const place = places[index] as Place;
		const { left, top, height, clip } = place;
		const [is = [], was = []] = [linesOf(place), old[index]];
		old[index] = is;
		grid.moved ||= movedBy(was, is);
		for (let row = 0; row < height; row++) {
			const line = is[row] ?? '';
			if (line === (was[row] ?? '')) continue;
			const y = top + row;
			grid.fill(intersect(clip, { ...clip, top: y, bottom: y + 1 }));
			grid.blit(parseLine(line), left, y, clip);
		}
	}
	return true;
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
