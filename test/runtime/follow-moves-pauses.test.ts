import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { followMoves } from '../../source/runtime/follow-moves.ts';
import { initialState } from '../../source/state/core/state.ts';
import { createStore } from '../../source/state/core/store.ts';
import { update } from '../../source/tui/shell/update.ts';

test('a failing service is looked for after pauses that grow to 15 s', async () => {
	const url = 'http://127.0.0.1:1';
	const store = createStore(initialState(url, 'a test', 0), update);
	const failure = { kind: 'unreachable', message: 'gone', hint: '' } as const;
	store.dispatch({ type: 'query-failed', query: 'downloads', failure, at: 0 });
	const stop = new AbortController();
	let calls = 0;
	const look = async () => {
		await turn();
		if (++calls === 6) stop.abort();
		return undefined;
	};
	const pauses: number[] = [];
	await followMoves(
		store,
		look,
		() => ({ url }),
		vi.fn(),
		stop.signal,
		async (ms) => void pauses.push(ms),
	);
	expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
});
