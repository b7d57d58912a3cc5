import type { PieceRange } from './selection.ts';
import { type ReadableData, StreamReaders } from './stream-readers.ts';

/**
 * Readers of a download's content while it arrives. While the download transfers, the swarm gets their ranges after
 * every change.
 */
export class StreamReadership {
	readonly #readers = new StreamReaders();
	#hasten: ((ranges: readonly PieceRange[]) => void) | null = null;
	#ended = false;

	/** Downloads these bytes of the torrent first. Resolves when they are on the disk. See the port. */
	async prepare(reader: string, from: number, to: number): Promise<void> {
		if (this.#ended) throw new Error('the download was stopped');
		const arrived = this.#readers.wait(reader, from, to);
		this.#tell();
		await arrived;
	}

	release(reader: string): void {
		this.#readers.release(reader);
		this.#tell();
	}

	/** Starts the transfer. `hasten` gets the pieces to download first. */
	begin(data: ReadableData, hasten: (ranges: readonly PieceRange[]) => void): void {
		this.#hasten = hasten;
		this.#readers.begin(data);
		this.#tell();
	}

	/** Handles a verified piece on the disk. */
	arrived(index: number): void {
		this.#readers.arrived(index);
	}

	/** Rejects all waits. */
	end(): void {
		this.#ended = true;
		this.#hasten = null;
		this.#readers.end();
	}

	#tell(): void {
		this.#hasten?.(this.#readers.ranges());
	}
}
