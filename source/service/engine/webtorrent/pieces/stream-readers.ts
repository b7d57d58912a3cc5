import type { PieceRange } from './selection.ts';

/** Range of bytes that a reader waits for. */
interface PendingRange {
	readonly from: number;
	readonly to: number;
	readonly resolve: () => void;
	readonly reject: (error: Error) => void;
}

/** Data that waits depend on. */
interface ReadableData {
	/** Bytes. */
	readonly pieceLength: number;
	/** Bytes. */
	readonly length: number;
	/** Whether the piece is verified on the disk. */
	has(index: number): boolean;
}

/**
 * Ranges that readers of a download's content wait for, in the order of requests. Ranges requested before the data
 * is known are checked when it is.
 */
export class StreamReaders {
	readonly #pending = new Map<string, PendingRange[]>();
	#data: ReadableData | null = null;
	#ended = false;

	/** Starts to process waits, because pieces can arrive now. */
	start(data: ReadableData): void {
		this.#data = data;
		this.#settle();
	}

	/**
	 * Resolves when the bytes from `from` up to, excluding, `to` are verified on the disk. Rejects when there are
	 * no such bytes, the reader is released, or the download ends.
	 */
	wait(reader: string, from: number, to: number): Promise<void> {
		if (this.#ended) return Promise.reject(new Error('the download was stopped'));
		return new Promise((resolve, reject) => {
			const pending = this.#pending.get(reader) ?? [];
			this.#pending.set(reader, pending);
			pending.push({ from, to, resolve, reject });
			this.#settle();
		});
	}

	/** Ends all waits of a reader. */
	release(reader: string): void {
		const pending = this.#pending.get(reader) ?? [];
		this.#pending.delete(reader);
		for (const { reject } of pending) reject(new Error('the reader has gone'));
	}

	/** Handles a verified piece on the disk. */
	verified(index: number): void {
		const { pieceLength = 1 } = this.#data ?? {};
		const [start, end] = [index * pieceLength, (index + 1) * pieceLength];
		const isPending = [...this.#pending.values()].some((each) =>
			each.some(({ from, to }) => from < end && to > start),
		);
		if (isPending) this.#settle();
	}

	/** Rejects all waits, present and future, at the end of the download. */
	end(): void {
		this.#ended = true;
		for (const pending of this.#pending.values())
			for (const { reject } of pending) reject(new Error('the download was stopped'));
		this.#pending.clear();
	}

	/**
	 * Returns the awaited pieces by priority: the first need of each reader, then the second of each, and so on.
	 */
	ranges(): PieceRange[] {
		const ranges: PieceRange[] = [];
		const all = [...this.#pending.values()];
		const longest = Math.max(0, ...all.map(({ length }) => length));
		for (let rank = 0; rank < longest; rank++) {
			for (const pending of all) {
				const next = pending[rank];
				if (next && this.#data) ranges.push(piecesOf(next, this.#data));
			}
		}
		return ranges;
	}

	/** Resolves satisfied waits and rejects impossible ones. */
	#settle(): void {
		const data = this.#data;
		if (!data) return;
		for (const [reader, pending] of this.#pending) {
			const waiting = pending.filter((each) => {
				const { from, to, resolve, reject } = each;
				const exists = from >= 0 && from < to && to <= data.length;
				const done = exists && hasAll(piecesOf(each, data), data);
				if (!exists) reject(new Error(`there are no bytes ${from} to ${to} in the download`));
				if (done) resolve();
				return exists && !done;
			});
			if (waiting.length > 0) this.#pending.set(reader, waiting);
			else this.#pending.delete(reader);
		}
	}
}

function piecesOf({ from, to }: PendingRange, { pieceLength }: ReadableData): PieceRange {
	return { from: Math.floor(from / pieceLength), to: Math.floor((to - 1) / pieceLength) };
}

function hasAll({ from, to }: PieceRange, data: ReadableData): boolean {
	for (let index = from; index <= to; index++) if (!data.has(index)) return false;
	return true;
}
