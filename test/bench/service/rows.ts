import { benchDownload } from '../big-list.ts';
import { randomNumbers } from '../statistics.ts';

/** Number of rows on the first screen of a terminal with 50 lines. */
const FIRST_SCREEN_ROWS = 45;
/** Number of downloads that change at a time, and how many of them are among the first. */
const CHANGING_ROWS = 20;
const CHANGING_IN_VIEW = 10;

/** One in so many has a name with wide characters. */
const WIDE_NAME_INTERVAL = 20;

const megabyte = 1_000_000;

/**
 * The answer of GET /downloads, kept as bytes. Every row keeps its length, so that a change rewrites only its row.
 * Rows of the first screen and each tenth of the others are downloading. The others do not change.
 */
export class Rows {
	readonly body: Buffer;
	readonly #offsets: number[] = [];
	readonly #sizes: number[] = [];
	readonly #moments: Uint32Array;
	readonly #count: number;
	readonly #random = randomNumbers(20);

	constructor(count: number) {
		this.#count = count;
		this.#moments = new Uint32Array(count);
		const parts = [Buffer.from('{"downloads": [')];
		let offset = parts[0]?.length ?? 0;
		for (let n = 0; n < count; n++) {
			const row = Buffer.from(this.#row(n));
			this.#offsets.push(offset);
			this.#sizes.push(row.length);
			parts.push(row, Buffer.from(n === count - 1 ? '' : ', '));
			offset += row.length + 2;
		}
		const checkpoints = JSON.stringify({ all_loaded: true, loaded: count, total: count });
		this.body = Buffer.concat([...parts, Buffer.from(`], "checkpoints": ${checkpoints}}`)]);
	}

	/** Advances by a second: 20 downloads change. */
	advance(): void {
		const rest = Math.max(1, Math.floor((this.#count - FIRST_SCREEN_ROWS) / 10));
		const shown = Math.min(FIRST_SCREEN_ROWS, this.#count);
		const chosen = new Set<number>();
		while (chosen.size < CHANGING_IN_VIEW) chosen.add(Math.floor(this.#random() * shown));
		while (chosen.size < CHANGING_ROWS) {
			chosen.add(Math.min(this.#count - 1, FIRST_SCREEN_ROWS + 10 * Math.floor(this.#random() * rest)));
			if (rest < CHANGING_ROWS - CHANGING_IN_VIEW) chosen.add(Math.floor(this.#random() * shown));
		}
		for (const n of chosen) {
			this.#moments[n] = (this.#moments[n] ?? 0) + 1;
			const row = this.#row(n);
			if (this.body.write(row, this.#offsets[n] ?? 0) !== this.#sizes[n])
				throw new Error(`the row of download ${n} does not keep its length`);
		}
	}

	/** Returns JSON bytes of the same length at every moment. */
	#row(n: number): string {
		const moment = this.#moments[n] ?? 0;
		const random = randomNumbers(n * 7919 + moment);
		const active = n < FIRST_SCREEN_ROWS || (n - FIRST_SCREEN_ROWS) % 10 === 0;
		const began = randomNumbers(n + 1);
		const size = Math.floor(5 + began() * 90) * 100 * megabyte + n;
		const still = began() < 0.8 ? 'SEEDING' : 'STOPPED';
		const part = 100_001 + Math.floor(began() * 600_000) + moment * 37;
		const rate = (most: number) => megabyte + Math.floor(random() * (most - 1) * megabyte);
		return JSON.stringify({
			...benchDownload(n),
			name: nameOf(n, this.#count),
			size,
			status: active ? 'DOWNLOADING' : still,
			status_code: active ? 3 : still === 'SEEDING' ? 4 : 5,
			progress: active ? odd(part) / megabyte : 1,
			speed_down: active ? rate(10) : 0,
			speed_up: active ? rate(5) : 0,
			eta: active ? 10_000 + Math.floor(random() * 300) : 0,
			total_down: megabyte * 1000 + part,
			total_up: megabyte * 2000 + part * 3,
			ratio: odd(part) / megabyte,
			num_seeds: Math.floor(began() * 90),
			num_peers: Math.floor(began() * 900),
			time_added: 1_795_206_986 + n,
		});
	}
}

/** Returns the number with as many digits as the last, so that names sort in the order of the list. */
function nameOf(n: number, count: number): string {
	const digits = String(count - 1).length;
	const name = String(benchDownload(n).name).replace(/\.\d+-/, `.${String(n).padStart(digits, '0')}-`);
	return n % WIDE_NAME_INTERVAL === 3 ? name : name.replace(/ \S*$/, '');
}

/** Returns six digits without a trailing zero, which JSON would leave out. */
function odd(part: number): number {
	return part % 10 === 0 ? part + 1 : part;
}
