import { expect, test } from 'vitest';
import { initialState } from '../../source/state/core/state.ts';
import { createStore } from '../../source/state/core/store.ts';
import { update } from '../../source/tui/shell/update.ts';
import { presser } from '../screens/pressing.ts';

function open() {
	const store = createStore(initialState('http://x', 'a test', 0), update);
	const left = { times: 0 };
	const press = presser(
		store,
		() => ({ columns: 80, rows: 24 }),
		() => left.times++,
	);
	return { store, left, press };
}

test('q quits', () => {
	const { left, press } = open();
	press('q');
	expect(left.times).toBe(1);
});

test('q asks again while requests wait that would be lost', () => {
	const { store, left, press } = open();
	store.dispatch({ type: 'write-began', count: 2618 });
	press('q');
	expect(left.times).toBe(0);
	expect(store.get().journal.notice).toMatchObject({
		level: 'warning',
		text: 'Press q again to quit without 2618 pending requests.',
	});
	store.dispatch({ type: 'write-ended', news: undefined, at: 0 });
	press('q');
	expect(left.times).toBe(1);
});
