import { expect, test } from 'vitest';
import type { Message, SurfaceMessage } from '../../../source/state/core/message.ts';
import { initialState, type State } from '../../../source/state/core/state.ts';
import { createStore } from '../../../source/state/core/store.ts';
import { updateState } from '../../../source/state/core/update.ts';

type Sent = Exclude<Message, SurfaceMessage>;

const tick: Sent = { type: 'tick', now: 2_000 };
const events: Sent = { type: 'pane', pane: 'events' };

function store() {
	const update = (state: State, message: Message) => updateState(state, message as Sent);
	return createStore(initialState('http://127.0.0.1:1', 'the option --url', 1_000), update);
}

test('a listener of slices is called only when one of them changes', () => {
	const { dispatch, subscribe } = store();
	const called: string[] = [];
	subscribe(() => called.push('any'));
	subscribe(() => called.push('pane'), 'pane', 'dialogs');
	subscribe(() => called.push('now'), 'now');
	dispatch(tick);
	expect(called).toEqual(['any', 'now']);
	dispatch(events);
	expect(called.slice(2)).toEqual(['any', 'pane']);
	dispatch(events);
	expect(called).toHaveLength(4);
});

test('a listener gets the states around each change, also of one that another listener made', () => {
	const { dispatch, subscribe, get } = store();
	const first = get();
	const seen: (readonly [after: State, before: State])[] = [];
	let isNested = false;
	subscribe(() => {
		if (isNested) return;
		isNested = true;
		dispatch(events);
	}, 'now');
	subscribe((after, before) => seen.push([after, before]), 'pane', 'now');
	dispatch(tick);
	// The inner change is reported before the outer one, each with its own states.
	expect(seen.map(([{ pane, now }]) => [pane, now])).toEqual([
		['events', 2_000],
		['downloads', 2_000],
	]);
	expect(seen[0]?.[1]).toBe(seen[1]?.[0]);
	expect(seen[1]?.[1]).toBe(first);
});

test('a listener that unsubscribed is not called', () => {
	const { dispatch, subscribe } = store();
	let calls = 0;
	const unsubscribe = subscribe(() => calls++, 'pane');
	unsubscribe();
	dispatch(events);
	expect(calls).toBe(0);
});

test('a later listener is called once after the current work, with all changes of that', async () => {
	const { dispatch, subscribe, subscribeLater, get } = store();
	const first = get();
	const seen: (readonly [after: State, before: State])[] = [];
	let others = 0;
	subscribeLater((after, before) => seen.push([after, before]), 'now');
	subscribeLater(() => others++, 'dialogs');
	// It makes another change while the first one is reported.
	subscribe(() => dispatch(events), 'now');
	dispatch(tick);
	expect(seen).toEqual([]);
	await Promise.resolve();
	expect(seen).toHaveLength(1);
	expect(seen[0]?.[0]).toBe(get());
	expect(seen[0]?.[1]).toBe(first);
	expect(others).toBe(0);
	dispatch({ ...tick, now: 3_000 });
	await Promise.resolve();
	expect(seen).toHaveLength(2);
});

test('a later listener that unsubscribed before its call is not called', async () => {
	const { dispatch, subscribeLater } = store();
	let calls = 0;
	const unsubscribe = subscribeLater(() => calls++, 'pane');
	dispatch(events);
	unsubscribe();
	await Promise.resolve();
	expect(calls).toBe(0);
});
