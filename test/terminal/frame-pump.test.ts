import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FramePump } from '../../source/tui/terminal/frame-pump.ts';

/** A pump whose frames contain the value of `now` when they are painted, and an output that is slow on demand. */
function pumping() {
	const state = { now: '0', slow: false };
	const frames: string[] = [];
	let finish: () => void = () => {};
	const pump = new FramePump({
		compose: () => state.now,
		output: {
			write(frame, done) {
				frames.push(frame);
				if (state.slow) finish = done;
				else done();
			},
		},
	});
	return { pump, frames, state, finish: () => finish() };
}

describe('frame pump', () => {
	beforeEach(() => {
		vi.useFakeTimers();
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	test('paints at once, then every 8 ms, the last frame always', () => {
		const { pump, frames, state } = pumping();
		for (let step = 0; step < 20; step++) {
			state.now = String(step);
			pump.request();
			vi.advanceTimersByTime(1);
		}
		vi.advanceTimersByTime(100);
		expect(frames).toEqual(['0', '7', '15', '19']);
		expect(pump.idle).toBe(true);
	});

	test('has one frame in flight, skips frames meanwhile, and sends the newest next', () => {
		const { pump, frames, state, finish } = pumping();
		state.slow = true;
		for (let step = 0; step < 20; step++) {
			state.now = String(step);
			pump.request();
			vi.advanceTimersByTime(20);
		}
		expect(frames).toEqual(['0']);
		finish();
		expect(frames).toEqual(['0', '19']);
		expect(pump.idle).toBe(false);
		finish();
		expect(pump.idle).toBe(true);
	});

	test('does not paint while paused, and ignores the frame in flight then', () => {
		const { pump, frames, state, finish } = pumping();
		state.slow = true;
		pump.request();
		const late = finish;
		pump.pause();
		state.now = '1';
		pump.request();
		vi.advanceTimersByTime(100);
		expect(frames).toEqual(['0']);
		pump.resume();
		expect(frames).toEqual(['0', '1']);
		pump.request();
		late();
		expect(frames.length).toBeGreaterThan(1);
	});

	test('does not paint without a change', () => {
		const { pump, frames, state } = pumping();
		state.now = '';
		pump.request();
		expect(frames).toEqual([]);
		expect(pump.idle).toBe(true);
	});
});
