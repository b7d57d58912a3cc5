import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type LineOptions, SimulatedLine } from './simulated-line.ts';

/** A line whose terminal has answered the query of the start. */
function line(options: LineOptions): SimulatedLine {
	const simulated = new SimulatedLine(options);
	simulated.start();
	simulated.change(10_000);
	vi.advanceTimersByTime(10_000);
	return simulated;
}

describe('line pace', () => {
	beforeEach(() => {
		vi.useFakeTimers();
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	test.each([
		[1, 120],
		[20, 160],
		[100, 380],
	])('of 8 KB a second and a delay of %d ms shows the last state of a held key after %d ms', (delay, lag) => {
		const slow = line({ rate: 8, delay });
		expect(slow.hold(3000)).toBeLessThan(lag);
		// It moved all the time: the line was never idle for long.
		expect(slow.shown.length).toBeGreaterThan(3000 / (57 + 2 * delay) - 5);
	});

	test.each([100, 200, 300, 600, 1000, 1600, 5000])(
		'never continues a key held for %d ms on a slow line',
		(time) => {
			expect(line({ rate: 8, delay: 2 }).hold(time)).toBeLessThan(150);
		},
	);

	test.each([2, 4, 8, 16, 32, 100, 1000])('of %d KB a second keeps a held key up to date', (rate) => {
		for (const delay of [1, 10, 25, 50, 100, 150, 300]) {
			// The round trip, a frame in flight, the last one, and one that was tried too many.
			expect([delay, line({ rate, delay }).hold(3000) < 2 * delay + (3 * 450) / rate + 30]).toEqual([
				delay,
				true,
			]);
		}
	});

	test('of a slow line does not queue larger frames either', () => {
		expect(line({ rate: 8, delay: 2 }).hold(3000, 1500)).toBeLessThan(2 * 190 + 60);
	});

	test('of a fast line holds no frame back', () => {
		const quick = line({ rate: 5000, delay: 1 });
		const before = quick.shown.length;
		expect(quick.hold(3000)).toBeLessThan(10);
		expect(quick.shown.length - before).toBe(91);
	});

	test('with a long delay keeps a held key fluent', () => {
		const far = line({ rate: 1000, delay: 150 });
		far.hold(3000);
		const end = far.shown.at(-1)?.at ?? 0;
		const lastSecond = far.shown.filter(({ at }) => at > end - 1000);
		expect(lastSecond.length).toBeGreaterThan(25);
	});

	test('sends few queries on a quick line, and a frame waits for none', () => {
		const quick = line({ rate: 1000, delay: 1 });
		quick.hold(300, 270);
		const { questions } = quick;
		const before = quick.shown.length;
		expect(quick.hold(3000, 270)).toBeLessThan(10);
		expect(quick.shown.length - before).toBe(91);
		// One after 2,000 bytes.
		expect(quick.questions - questions).toBeLessThan(91 / 7 + 1);
		expect(quick.questions - questions).toBeGreaterThan(91 / 8 - 1);
	});

	test.each([1, 2, 4, 8])(
		'that was quick and now carries %d KB a second is noticed with small frames too',
		(rate) => {
			const changed = line({ rate: 1000, delay: 1 });
			changed.hold(5000, 230);
			changed.options.rate = rate;
			changed.hold(3000, 230);
			// The 2,000 bytes without a query, and two frames.
			expect(changed.hold(5000, 230)).toBeLessThan(2500 / rate + 60);
		},
	);

	test('sends no query for a single key, nor for changes without keys', () => {
		const quiet = line({ rate: 1000, delay: 10 });
		const { questions } = quiet;
		for (let key = 0; key < 10; key++) {
			quiet.change();
			vi.advanceTimersByTime(400);
		}
		for (let second = 0; second < 10; second++) {
			quiet.change(180);
			vi.advanceTimersByTime(1000);
		}
		expect(quiet.questions).toBe(questions);
	});

	test('soon stops querying a terminal that never answers, and holds no frame back', () => {
		const silent = new SimulatedLine({ rate: 1000, delay: 1, answers: () => false });
		silent.change(10_000);
		vi.advanceTimersByTime(100);
		expect(silent.hold(3000)).toBeLessThan(10);
		expect(silent.shown.length).toBe(92);
		const { questions } = silent;
		silent.hold(3000);
		expect(silent.questions).toBe(questions);
		expect(questions).toBeLessThan(40);
	});

	test('holds frames for a second at a time after a terminal stops answering, for a limited time', () => {
		const silent = line({ rate: 1000, delay: 1 });
		silent.options.answers = () => false;
		const { questions } = silent;
		expect(silent.hold(3000)).toBeLessThan(1100);
		expect(silent.hold(3000)).toBeLessThan(10);
		expect(silent.questions - questions).toBeLessThan(6);
	});

	test('holds the screen for at most a second after a lost answer', () => {
		let lost = 0;
		const lossy = line({
			rate: 1000,
			delay: 5,
			answers: (question) => question % 5 !== 4 || lost++ < 0,
		});
		const times: number[] = [];
		for (let key = 0; key < 200; key++) {
			lossy.change();
			vi.advanceTimersByTime(33);
		}
		for (const [index, { at }] of lossy.shown.entries()) times.push(at - (lossy.shown[index - 1]?.at ?? at));
		expect(lost).toBeGreaterThan(3);
		expect(Math.max(...times.slice(2))).toBeLessThan(1100);
	});

	test('treats a terminal as answering after a late answer', () => {
		const late = new SimulatedLine({ rate: 4, delay: 1 });
		// Takes two and a half seconds.
		late.change(10_000);
		vi.advanceTimersByTime(10_000);
		expect(late.hold(3000)).toBeLessThan(250);
	});

	test('follows a change of the line', () => {
		const moved = line({ rate: 5000, delay: 1 });
		moved.hold(3000);
		moved.options.rate = 8;
		moved.options.delay = 20;
		moved.hold(3000);
		expect(moved.hold(3000)).toBeLessThan(160);
		moved.options.rate = 1000;
		moved.options.delay = 150;
		moved.hold(6000);
		const before = moved.shown.length;
		moved.hold(3000);
		expect(moved.shown.length - before).toBeGreaterThan(60);
	});
});
