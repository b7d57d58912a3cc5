import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
	BURST_SECONDS,
	type Clock,
	type Consumer,
	FairLimiter,
} from '../../source/concurrency/fair-limiter.ts';

/** A clock that a test moves. */
class VirtualClock implements Clock {
	#nowMs = 0;
	#planned: { atMs: number; run: () => void }[] = [];

	now(): number {
		return this.#nowMs;
	}

	schedule(delayMs: number, run: () => void): () => void {
		const call = { atMs: this.#nowMs + delayMs, run };
		this.#planned.push(call);
		return () => {
			this.#planned = this.#planned.filter((one) => one !== call);
		};
	}

	/** Runs everything planned until `untilMs`, at its time. */
	runUntil(untilMs: number): void {
		for (;;) {
			const next = this.#planned.sort((a, b) => a.atMs - b.atMs)[0];
			if (!next || next.atMs > untilMs) break;
			this.#planned.shift();
			this.#nowMs = Math.max(this.#nowMs, next.atMs);
			next.run();
		}
		this.#nowMs = Math.max(this.#nowMs, untilMs);
	}
}

/** A transfer of items of one length. */
class Transfer implements Consumer {
	transferred = 0;
	readonly #itemBytes: number;
	/** Bytes that are ready; infinite by default. */
	ready: number;

	constructor(itemBytes: number, ready = Number.POSITIVE_INFINITY) {
		this.#itemBytes = itemBytes;
		this.ready = ready;
	}

	transfer(budget: number): number {
		let bytes = 0;
		while (bytes < Math.min(budget, 1e9) && this.ready >= this.#itemBytes) {
			bytes += this.#itemBytes;
			this.ready -= this.#itemBytes;
		}
		this.transferred += bytes;
		return bytes;
	}
}

const BLOCK = 16_384;

function sum(transfers: readonly Transfer[]): number {
	return transfers.reduce((total, { transferred }) => total + transferred, 0);
}

test.each([64 * 1024, 1_000_000, 20_000_000])(
	'limiter keeps 20 lanes within 1 percent of %i bytes per second, in equal shares',
	(rate) => {
		const clock = new VirtualClock();
		const limiter = new FairLimiter(rate, clock);
		const transfers = Array.from({ length: 20 }, () => new Transfer(BLOCK));
		for (const transfer of transfers) limiter.addLane(0).enqueue(transfer);
		clock.runUntil(200_000);
		expect(Math.abs(sum(transfers) / (200 * rate) - 1)).toBeLessThan(0.01);
		const share = 10 * rate;
		for (const { transferred } of transfers)
			expect(Math.abs(transferred - share)).toBeLessThanOrEqual(share * 0.001 + 2 * BLOCK);
	},
);

test('limiter never exceeds a limit by more than the burst and an item, and leaves nothing of it unused', () => {
	const lane = fc.record({
		rate: fc.constantFrom(0, 0, 5_000, 100_000, 3_000_000),
		consumers: fc.array(fc.constantFrom(1_000, BLOCK, 131_072), { minLength: 1, maxLength: 4 }),
	});
	fc.assert(
		fc.property(
			fc.integer({ min: 2_000, max: 20_000_000 }),
			fc.array(lane, { minLength: 1, maxLength: 12 }),
			fc.integer({ min: 1_000, max: 60_000 }),
			(rate, lanes, durationMs) => {
				const clock = new VirtualClock();
				const limiter = new FairLimiter(rate, clock);
				const all = lanes.map((spec) => {
					const made = limiter.addLane(spec.rate);
					const transfers = spec.consumers.map((bytes) => new Transfer(bytes));
					for (const transfer of transfers) made.enqueue(transfer);
					return { spec, transfers };
				});
				clock.runUntil(durationMs);
				const seconds = durationMs / 1_000;
				const largest = Math.max(...lanes.flatMap(({ consumers }) => consumers));
				const total = sum(all.flatMap(({ transfers }) => transfers));
				expect(total).toBeLessThanOrEqual(rate * (seconds + BURST_SECONDS) + largest);
				let demand = 0;
				for (const { spec, transfers } of all) {
					const own = spec.rate || Number.POSITIVE_INFINITY;
					expect(sum(transfers)).toBeLessThanOrEqual(
						own * (seconds + BURST_SECONDS) + Math.max(...spec.consumers),
					);
					demand += own;
				}
				// The last round may be up to 20 ms ago, or wait for a whole item.
				expect(total).toBeGreaterThanOrEqual(
					Math.min(rate, demand) * (seconds - 0.1) - largest * (lanes.length + 1),
				);
			},
		),
		{ numRuns: 200 },
	);
});

test('limiter gives the unused share of slow lanes to the others', () => {
	const clock = new VirtualClock();
	const limiter = new FairLimiter(1_000_000, clock);
	const slow = new Transfer(BLOCK);
	const idle = new Transfer(BLOCK, BLOCK);
	const fast = new Transfer(BLOCK);
	limiter.addLane(100_000).enqueue(slow);
	limiter.addLane(0).enqueue(idle);
	limiter.addLane(0).enqueue(fast);
	clock.runUntil(100_000);
	expect(slow.transferred / 10_000_000).toBeCloseTo(1, 1);
	expect(idle.transferred).toBe(BLOCK);
	expect(fast.transferred / 90_000_000).toBeCloseTo(1, 1);
});

test('limiter shares by bytes, although items differ in length', () => {
	const clock = new VirtualClock();
	const limiter = new FairLimiter(1_000_000, clock);
	const large = new Transfer(131_072);
	const small = new Transfer(1_000);
	limiter.addLane(0).enqueue(large);
	limiter.addLane(0).enqueue(small);
	clock.runUntil(60_000);
	expect(Math.abs(large.transferred - small.transferred)).toBeLessThanOrEqual(2 * 131_072);
});

test('a new limit applies at once, and debts of the earlier one are forgotten', () => {
	const clock = new VirtualClock();
	const limiter = new FairLimiter(0, clock);
	const lane = limiter.addLane(0);
	const transfer = new Transfer(131_072, 0);
	transfer.ready = 10 * 131_072;
	lane.enqueue(transfer);
	expect(transfer.transferred).toBe(10 * 131_072);
	limiter.setRate(20_000_000);
	transfer.ready = Number.POSITIVE_INFINITY;
	lane.enqueue(transfer);
	clock.runUntil(5_000);
	limiter.setRate(65_536);
	const before = transfer.transferred;
	clock.runUntil(25_000);
	expect(Math.abs(transfer.transferred - before - 20 * 65_536)).toBeLessThanOrEqual(131_072 + 32_768);
	transfer.ready = 1_000_000;
	limiter.setRate(0);
	expect(transfer.ready).toBeLessThan(131_072);
});

test('a refund is used for other items, and a removed consumer has no more turns', () => {
	const clock = new VirtualClock();
	const limiter = new FairLimiter(BLOCK, clock);
	const lane = limiter.addLane(0);
	const transfer = new Transfer(BLOCK);
	lane.enqueue(transfer);
	clock.runUntil(10_000);
	const before = transfer.transferred;
	lane.refund(BLOCK / 2);
	clock.runUntil(20_000);
	expect(transfer.transferred - before).toBeGreaterThanOrEqual(10 * BLOCK);
	lane.remove(transfer);
	const end = transfer.transferred;
	clock.runUntil(60_000);
	expect(transfer.transferred).toBe(end);
});

test.each([
	['its lane', 0, BLOCK],
	['all lanes', BLOCK, 0],
])('a refund pays the debt of the limit of %s', (_, rate, laneRate) => {
	const clock = new VirtualClock();
	const lane = new FairLimiter(rate, clock).addLane(laneRate);
	const large = new Transfer(8 * BLOCK, 8 * BLOCK);
	lane.enqueue(large);
	clock.runUntil(1_000);
	expect(large.transferred).toBe(8 * BLOCK);
	lane.refund(8 * BLOCK);
	const next = new Transfer(BLOCK, BLOCK);
	lane.enqueue(next);
	expect(next.transferred).toBe(BLOCK);
});
