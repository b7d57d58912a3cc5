import type { Download } from '../../../source/protocol/resources/download.ts';
import type { Answer } from './answer.ts';

type Key = (download: Download) => number | string;

/** Sort orders that `o` cycles through. The first is the order of the service. */
const sorts: readonly (readonly [title: string, key: Key | undefined])[] = [
	['', undefined],
	['NAME', ({ name }) => name],
	['STATUS', ({ status }) => status],
	['PROGRESS', ({ progress = 0 }) => progress],
	['SIZE', ({ size = 0 }) => size],
	['DOWN/S', ({ speed_down = 0 }) => speed_down],
	['UP/S', ({ speed_up = 0 }) => speed_up],
	['ETA', ({ eta = 0 }) => eta],
	['RATIO', ({ ratio = 0 }) => ratio],
];

/** The order of the visible rows, and the row of the cursor. */
export class List {
	readonly #answer: Answer;
	/** Numbers of rows of the answer, in screen order. */
	order: number[] = [];
	cursor = 0;
	top = 0;
	filter = '';
	#sort = 0;
	/** Number of rows of the answer at the last arrangement. */
	#arranged = 0;

	constructor(answer: Answer) {
		this.#answer = answer;
	}

	get sortedBy(): string {
		return sorts[this.#sort]?.[0] ?? '';
	}

	sortByNext(): void {
		this.#sort = (this.#sort + 1) % sorts.length;
		this.arrange();
	}

	setFilter(text: string): void {
		this.filter = text.toLowerCase();
		this.arrange();
	}

	/** Sorts and filters again. The cursor stays on its row if that is still visible. */
	arrange(): void {
		const under = this.order[this.cursor];
		this.#arranged = this.#answer.count;
		const all = Array.from({ length: this.#answer.count }, (_, n) => n);
		const matches =
			this.filter === ''
				? all
				: all.filter((n) => this.#answer.download(n).name.toLowerCase().includes(this.filter));
		const key = sorts[this.#sort]?.[1];
		if (key) {
			const keys = new Map(matches.map((n) => [n, key(this.#answer.download(n))]));
			matches.sort((a, b) => compare(keys.get(a) ?? 0, keys.get(b) ?? 0) || a - b);
		}
		this.order = matches;
		const place = under === undefined ? -1 : matches.indexOf(under);
		this.move(0, place < 0 ? this.cursor : place);
	}

	/**
	 * Updates the order after an answer in which so many rows changed. Sorts only if the order may depend on them.
	 */
	refresh(changed: number): void {
		const moved = this.sortedBy !== '' && changed > 0;
		if (moved || this.#arranged !== this.#answer.count) this.arrange();
	}

	move(by: number, from = this.cursor): void {
		this.cursor = Math.max(0, Math.min(this.order.length - 1, from + by));
	}

	/** Returns the first row in view, moved only as far as the cursor requires. */
	scrollTo(visible: number): number {
		if (this.cursor < this.top) this.top = this.cursor;
		if (this.cursor >= this.top + visible) this.top = this.cursor - visible + 1;
		this.top = Math.max(0, Math.min(this.top, this.order.length - visible));
		return this.top;
	}
}

function compare(a: number | string, b: number | string): number {
	if (a === b) return 0;
	return a < b ? -1 : 1;
}
