import type { Download } from '../../../source/protocol/resources/download.ts';
import type { AnswerTaker } from './connection.ts';

const [quote, backslash, open, close] = [0x22, 0x5c, 0x7b, 0x7d];
const [openList, closeList] = [0x5b, 0x5d];
const noTrackers: Download['trackers'] = [];

/**
 * Reads the answer of GET /downloads in chunks and compares it with the previous one. An answer of 12 MB in which 20
 * rows changed costs the reading and 20 rows. A row is parsed on its first use.
 */
export class Answer implements AnswerTaker {
	#body = Buffer.alloc(0);
	#starts: number[] = [];
	#ends: number[] = [];
	#rows: (Download | undefined)[] = [];
	#at = 0;
	#fresh = false;
	#changed = new Set<number>();
	// State of the scan of a new body: depth in objects and lists, inside a string, after a backslash.
	#depth = 0;
	#lists = 0;
	#inString = false;
	#escaped = false;

	get count(): number {
		return this.#starts.length;
	}

	/** Starts an answer of so many bytes. */
	begin(length: number): void {
		this.#fresh = length !== this.#body.length;
		this.#changed = new Set();
		this.#at = 0;
		if (!this.#fresh) return;
		this.#body = Buffer.allocUnsafeSlow(length);
		[this.#starts, this.#ends, this.#rows] = [[], [], []];
		[this.#depth, this.#lists, this.#inString, this.#escaped] = [0, 0, false, false];
	}

	take(bytes: Buffer): void {
		const from = this.#at;
		this.#at += bytes.length;
		if (this.#fresh) {
			bytes.copy(this.#body, from);
			this.#scan(bytes, from);
		} else if (this.#body.compare(bytes, 0, bytes.length, from, this.#at) !== 0) {
			this.#compare(bytes, from);
			bytes.copy(this.#body, from);
		}
	}

	/** Whether all rows may differ from the previous ones, because the length of the answer differs. */
	get isFresh(): boolean {
		return this.#fresh;
	}

	/** Numbers of the rows that changed. `before` receives the previous state of each row that was used. */
	finish(before: (n: number, download: Download) => void): number[] {
		for (const n of this.#changed) {
			const known = this.#rows[n];
			if (known) before(n, known);
			this.#rows[n] = undefined;
		}
		return [...this.#changed];
	}

	download(n: number): Download {
		const known = this.#rows[n];
		if (known) return known;
		const parsed = parse(this.#body.toString('utf8', this.#starts[n], this.#ends[n]));
		this.#rows[n] = parsed;
		return parsed;
	}

	/** Finds the objects in the list of the outermost object. */
	#scan(bytes: Buffer, from: number): void {
		for (let index = 0; index < bytes.length; index++) {
			const byte = bytes[index];
			if (this.#escaped) this.#escaped = false;
			else if (this.#inString) {
				if (byte === backslash) this.#escaped = true;
				else if (byte === quote) this.#inString = false;
			} else if (byte === quote) this.#inString = true;
			else if (byte === openList) this.#lists++;
			else if (byte === closeList) this.#lists--;
			else if (byte === open && ++this.#depth === 2 && this.#lists === 1) this.#starts.push(from + index);
			else if (byte === close && this.#depth-- === 2 && this.#lists === 1) this.#ends.push(from + index + 1);
		}
	}

	#compare(bytes: Buffer, from: number): void {
		const to = from + bytes.length;
		for (let n = this.#firstRowBehind(from); n < this.count; n++) {
			const start = Math.max(from, this.#starts[n] ?? 0);
			const end = Math.min(to, this.#ends[n] ?? 0);
			if (start >= to) return;
			if (this.#body.compare(bytes, start - from, end - from, start, end) !== 0) this.#changed.add(n);
		}
	}

	/** Returns the first row that ends after an offset. */
	#firstRowBehind(offset: number): number {
		let [low, high] = [0, this.count];
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((this.#ends[middle] ?? 0) > offset) high = middle;
			else low = middle + 1;
		}
		return low;
	}
}

/** Returns the fields of a row that the columns need. The synthetic service sends complete rows. */
function parse(text: string): Download {
	const row: Download = JSON.parse(text);
	return {
		name: row.name,
		infohash: row.infohash,
		progress: row.progress,
		speed_down: row.speed_down,
		speed_up: row.speed_up,
		status: row.status,
		size: row.size,
		eta: row.eta,
		num_peers: row.num_peers,
		num_seeds: row.num_seeds,
		total_up: row.total_up,
		total_down: row.total_down,
		ratio: row.ratio,
		trackers: noTrackers,
		hops: row.hops,
		anon_download: row.anon_download,
		safe_seeding: row.safe_seeding,
		max_upload_speed: row.max_upload_speed,
		max_download_speed: row.max_download_speed,
		destination: '',
		availability: row.availability,
		total_pieces: row.total_pieces,
		vod_mode: false,
		error: row.error,
		time_added: row.time_added,
	};
}
