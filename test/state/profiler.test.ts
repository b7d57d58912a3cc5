import { expect, test } from 'vitest';
import type { ProfilerMessage } from '../../source/state/connection/profiler.ts';
import { baseQueries } from '../../source/state/core/queries.ts';
import { initialState, type State } from '../../source/state/core/state.ts';
import { updateState } from '../../source/state/core/update.ts';

const at = 1_795_000_000_000;
const start = initialState('http://127.0.0.1:1', 'test', at);
const after = (state: State, ...messages: readonly ProfilerMessage[]) =>
	messages.reduce((now, what) => updateState(now, { type: 'profiler', what }), state);
const answer = (state: string, more: object = {}): ProfilerMessage => ({
	type: 'state',
	state,
	askedAt: at,
	at: at + 100,
	...more,
});
const intervalOf = (state: State) => {
	const started = { state: 'STARTED', last_exception: null, readable_state: '' };
	const connected = { ...state, connection: { ...state.connection, core: started } };
	return baseQueries(connected).find(({ name }) => name === 'profiler')?.intervalMs ?? 0;
};

test('profiler that was started elsewhere has its real running time, or at least the known one', () => {
	const ours = after(start, answer('STARTED', { runningTime: 20 }));
	expect(ours.profiler).toMatchObject({ isRunning: true, since: at + 100 - 20_000, isOlder: false });
	const foreign = after(start, answer('STARTED'), answer('STARTED', { at: at + 5_000 }));
	expect(foreign.profiler).toMatchObject({ isRunning: true, since: at + 100, isOlder: true });
});

test('profiler is polled often only while it runs', () => {
	const running = after(start, answer('STARTED'));
	expect(intervalOf(running)).toBeLessThan(intervalOf(start));
	expect(intervalOf(after(running, answer('STOPPED')))).toBe(intervalOf(start));
});

test('profiler ignores answers from before a change', () => {
	const running = after(
		start,
		{ type: 'changing', change: 'start' },
		answer('STOPPED'),
		{ type: 'changed', files: [], at: at + 50 },
		answer('STOPPED'),
	);
	expect(running.profiler).toMatchObject({ isRunning: true, since: at + 50, change: undefined });
	const stopped = after(
		running,
		{ type: 'changing', change: 'stop' },
		{ type: 'changed', files: ['/a.cpuprofile'], at: at + 70 },
		answer('STARTED'),
	);
	expect(stopped.profiler).toMatchObject({ isRunning: false, files: ['/a.cpuprofile'] });
	expect(stopped.journal.entries).toEqual([]);
});

test('profiler that ended by itself is reported once, with its file', () => {
	const files = ['/srv/p-engine.cpuprofile'];
	const ended = after(start, answer('STARTED'), answer('STOPPED', { files }), answer('STOPPED', { files }));
	expect(ended.journal.entries).toMatchObject([
		{ profile: files, text: 'Profile: p-engine.cpuprofile in /srv. Enter shows its hottest functions.' },
	]);
	expect(after(start, answer('STOPPED', { files })).journal.entries).toEqual([]);
});

test('profiler is unknown after its query fails', () => {
	const failed = after(start, answer('STARTED'), { type: 'unknown' });
	expect(failed.profiler.isRunning).toBeUndefined();
});
