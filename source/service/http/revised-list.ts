import { randomUUID } from 'node:crypto';
import { stringifyExact } from '../../protocol/exact-json.ts';

interface RevisedListOptions<Item, Value extends object> {
	readonly keyOf: (item: Item) => string;
	/** Returns a copy of an item that later changes leave as it is. */
	readonly copyOf: (item: Item) => Item;
	/** Whether an item is certain to have the same value as a copy of it. */
	readonly isSame: (item: Item, copy: Item) => boolean;
	readonly render: (item: Item) => Value;
	/** Whether clients need the order of the items. Another order is then a new list. Default: true. */
	readonly isOrdered?: boolean;
	/** Maximum number of remembered removals. A client that missed more receives the whole list. Default: 10,000. */
	readonly maxRemovals?: number;
}

interface Row<Item, Value> {
	readonly key: string;
	/** The item when it was rendered. */
	copy: Item;
	value: Value;
	/** Revision of its addition, and of the last change. */
	readonly added: number;
	changed: number;
	/** Revisions of the fields that changed since its addition, also of those that it lost. */
	readonly changes: Map<string, number>;
}

/** A list at a revision, or the changes since an earlier one. */
export interface Revised<Value> {
	readonly revision: string;
	/** All values, or those of rows that changed. */
	readonly rows: readonly RevisedRow<Value>[];
	/** Keys of removed rows; undefined for the whole list. */
	readonly removed: readonly string[] | undefined;
}

interface RevisedRow<Value> {
	readonly value: Value;
	/** The fields that changed, undefined for all. */
	readonly fields: readonly string[] | undefined;
}

/** A list whose clients receive what changed since the revision that they know. Values are replaced, never mutated. */
export class RevisedList<Item, Value extends object> {
	readonly #options: RevisedListOptions<Item, Value>;
	/** Changes when earlier revisions say nothing about this list. */
	#run = randomUUID();
	#revision = 0;
	#rows: readonly Row<Item, Value>[] = [];
	readonly #byKey = new Map<string, Row<Item, Value>>();
	/** Revisions of removals, in their order. */
	readonly #removals = new Map<string, number>();
	/** Revision of the last removal that was forgotten. */
	#forgotten = 0;

	constructor(options: RevisedListOptions<Item, Value>) {
		this.#options = options;
	}

	/** Returns the list with these items, or what changed `since` a revision. Keys must differ. */
	revise(items: readonly Item[], since: string | undefined): Revised<Value> {
		this.#update(items);
		const revision = `${this.#run}.${this.#revision}`;
		const from = since === undefined ? undefined : this.#numberOf(since);
		if (from === undefined) {
			const rows = this.#rows.map(({ value }) => ({ value, fields: undefined }));
			return { revision, rows, removed: undefined };
		}
		const changed = this.#rows.filter((row) => row.changed > from);
		const rows = changed.map(({ value, added, changes }) => ({
			value,
			fields: added > from ? undefined : [...changes].flatMap(([name, at]) => (at > from ? [name] : [])),
		}));
		const removed = [...this.#removals].flatMap(([key, at]) => (at > from ? [key] : []));
		return { revision, rows, removed };
	}

	/** Returns the number of a revision whose changes are known. */
	#numberOf(revision: string): number | undefined {
		const [run, number = ''] = revision.split('.');
		const value = Number(number);
		const isKnown = run === this.#run && String(value) === number && value <= this.#revision;
		return isKnown && value >= this.#forgotten ? value : undefined;
	}

	/** Compares all items with their copies, so no caller has to report changes. */
	#update(items: readonly Item[]): void {
		const before = this.#rows;
		const next = this.#revision + 1;
		let isChanged = false;
		/** Clients append additions, and keep the order of the others. */
		let isOrdered = true;
		let kept = 0;
		/** Number of earlier rows that are kept or gone. */
		let place = 0;
		const rows = items.map((item, index) => {
			const known = this.#byKey.get(this.#options.keyOf(item));
			if (!known) {
				isChanged = true;
				return this.#newRow(item, next);
			}
			const found = before[place] === known ? place : before.indexOf(known, place);
			isOrdered &&= found >= 0 && kept === index;
			place = found + 1;
			kept += 1;
			if (this.#renew(known, item, next)) isChanged = true;
			return known;
		});
		if (kept < before.length) {
			isChanged = true;
			this.#noteRemovals(before, new Set(rows), next);
		}
		if (this.#options.isOrdered === false) isOrdered = true;
		if (!isOrdered) this.#run = randomUUID();
		else if (!isChanged) return;
		this.#revision = next;
		this.#rows = rows;
		for (const row of rows) if (row.added === next) this.#byKey.set(row.key, row);
	}

	#newRow(item: Item, revision: number): Row<Item, Value> {
		const { keyOf, copyOf, render } = this.#options;
		return {
			key: keyOf(item),
			copy: copyOf(item),
			value: render(item),
			added: revision,
			changed: revision,
			changes: new Map(),
		};
	}

	/** Renders a row again if an input changed. Returns whether the value is another one. */
	#renew(row: Row<Item, Value>, item: Item, revision: number): boolean {
		const { copyOf, isSame, render } = this.#options;
		if (isSame(item, row.copy)) return false;
		const before = row.value;
		row.copy = copyOf(item);
		row.value = render(item);
		const now = row.value;
		const note = (name: string) => {
			row.changes.set(name, revision);
			row.changed = revision;
		};
		for (const name in now) if (!areEqual(before[name], now[name])) note(name);
		for (const name in before) if (!(name in now)) note(name);
		return row.changed === revision;
	}

	#noteRemovals(
		before: readonly Row<Item, Value>[],
		rows: ReadonlySet<Row<Item, Value>>,
		revision: number,
	): void {
		const { maxRemovals = 10_000 } = this.#options;
		for (const row of before) {
			if (rows.has(row)) continue;
			this.#byKey.delete(row.key);
			this.#removals.delete(row.key);
			this.#removals.set(row.key, revision);
		}
		for (const [key, at] of this.#removals) {
			if (this.#removals.size <= maxRemovals) return;
			this.#removals.delete(key);
			this.#forgotten = at;
		}
	}
}

function areEqual(one: unknown, other: unknown): boolean {
	if (typeof one !== 'object' || typeof other !== 'object') return Object.is(one, other);
	return stringifyExact(one) === stringifyExact(other);
}
