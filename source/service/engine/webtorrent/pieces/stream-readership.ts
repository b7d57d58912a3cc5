import type { PieceRange } from './selection.ts';
import { type ReadableData, StreamReaders } from './stream-readers.ts';

/**
 * Those who read a download's content while it arrives. What they wait for is told to the swarm whenever one of
 * them asks or goes, from the moment the download transfers until it ends.
 */
export class StreamReadership {
	readonly #readers = new StreamReaders();
	#hasten: ((ranges: readonly PieceRange[]) => void) | null = null;
	#ended = false;

	/** Has these bytes of the torrent asked for before all else; resolves when they are here. See the port. */
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

	/** The download transfers: pieces arrive, those that `hasten` is told before all else. */
	begin(data: ReadableData, hasten: (ranges: readonly PieceRange[]) => void): void {
		this.#hasten = hasten;
		this.#readers.begin(data);
		this.#tell();
	}

	/** A piece is on the disk and verified. */
	arrived(index: number): void {
		this.#readers.arrived(index);
	}

	/** Nothing arrives any more. */
	end(): void {
		this.#ended = true;
		this.#hasten = null;
		this.#readers.end();
	}

	#tell(): void {
		this.#hasten?.(this.#readers.ranges());
	}
}
