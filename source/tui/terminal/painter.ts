import { type Area, intersect } from './area.ts';
import type { Grid } from './grid.ts';
import { type Box, boxOf, type Drawing, type InkNode, type InkStyle } from './ink-tree.ts';
import { parseLine } from './line.ts';

/** A laid out box: its part of the screen. */
interface Place {
	readonly node: InkNode;
	readonly box: Box;
	/** Its visible cells. They are blanked first if it covers the layers beneath. */
	readonly area: Area;
	/** The cells that its lines may fill. */
	readonly clip: Area;
}

/** A box that paints, and what it paints. */
interface Layer extends Place {
	readonly covers: boolean;
	readonly lines: readonly string[] | undefined;
}

/** The layers that each grid shows. Nothing else paints into these grids. */
const shown = new WeakMap<Grid, readonly Layer[]>();

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

	/** Fills a grid. It paints changed lines only, if nothing else differs from what the grid shows. */
	paint(grid: Grid): void {
		const layers = this.#placesIn(grid).flatMap(layerOf);
		const before = shown.get(grid);
		shown.set(grid, layers);
		grid.moved = 0;
		if (!before || !paintChanges(before, layers, grid)) {
			grid.clear();
			for (const layer of layers) paintLayer(layer, grid);
		}
		grid.targets.clear();
		for (const { area, box, node } of layers) {
			const { opaque, drawing } = node.style;
			const targetAt = drawing?.current.targetAt;
			if (opaque || targetAt) grid.targets.add(area, box.x, box.y, targetAt);
		}
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
	places.push({ node, box, area: intersect(clip, areaOf(box)), clip: intersect(inner, areaOf(box)) });
	for (const child of node.childNodes ?? []) collect(child, box.x, box.y, inner, places);
}

/** Texts, borders and backgrounds of Ink are not painted: a Canvas has its own. */
function layerOf({ node, box, area, clip }: Place): readonly Layer[] {
	const { opaque = false, drawing } = node.style;
	const { lines, targetAt } = drawing?.current ?? blank;
	if (!opaque && !lines && !targetAt) return nothing;
	return [{ node, box, area, clip, lines, covers: opaque || lines !== undefined }];
}

const nothing: readonly Layer[] = [];
const blank: Drawing = {};

function paintLayer({ box, area, covers, lines, clip }: Layer, grid: Grid): void {
	if (covers) grid.fill(area);
	if (!lines) return;
	for (let index = 0; index < Math.min(lines.length, box.height); index++) {
		grid.blit(parseLine(lines[index] ?? ''), box.x, box.y + index, clip);
	}
}

/** Paints the lines that differ from those of the layers before. Returns false if that is not enough. */
function paintChanges(before: readonly Layer[], layers: readonly Layer[], grid: Grid): boolean {
	if (before.length !== layers.length) return false;
	const changed: number[] = [];
	for (let index = 0; index < layers.length; index++) {
		const [one, other] = [before[index] as Layer, layers[index] as Layer];
		if (!isSamePlace(one, other)) return false;
		if (one.lines !== other.lines) changed.push(index);
	}
	if (changed.some((index) => isCovered(layers, index))) return false;
	for (const index of changed) {
		const { box, clip, lines = [] } = layers[index] as Layer;
		const old = before[index]?.lines ?? [];
		grid.moved ||= movedBy(old, lines);
		for (let row = 0; row < box.height; row++) {
			const line = lines[row] ?? '';
			if (line === (old[row] ?? '')) continue;
			const y = box.y + row;
			grid.fill(intersect(clip, { ...clip, top: y, bottom: y + 1 }));
			grid.blit(parseLine(line), box.x, y, clip);
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

function isSamePlace(one: Layer, other: Layer): boolean {
	return (
		one.covers === other.covers &&
		(one.lines === undefined) === (other.lines === undefined) &&
		isSameArea(one.area, other.area) &&
		isSameArea(one.clip, other.clip) &&
		one.box.x === other.box.x &&
		one.box.y === other.box.y &&
		one.box.height === other.box.height
	);
}

/** Whether a later layer hides a part of a layer. */
function isCovered(layers: readonly Layer[], index: number): boolean {
	const { area } = layers[index] as Layer;
	for (let later = index + 1; later < layers.length; later++) {
		const layer = layers[later] as Layer;
		if (!layer.covers) continue;
		const { left, right, top, bottom } = intersect(area, layer.area);
		if (left < right && top < bottom) return true;
	}
	return false;
}

function isSameArea(one: Area, other: Area): boolean {
	return (
		one.left === other.left &&
		one.top === other.top &&
		one.right === other.right &&
		one.bottom === other.bottom
	);
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
