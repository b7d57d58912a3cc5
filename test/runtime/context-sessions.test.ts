import { expect, test } from 'vitest';
import { defaultSettings } from '../../source/protocol/resources/settings.ts';
import { ContextSessions } from '../../source/runtime/context-sessions.ts';
import { openSession } from '../../source/runtime/session.ts';
import { noContexts } from '../../source/state/contexts/contexts.ts';
import { initialState } from '../../source/state/core/state.ts';
import { createStore } from '../../source/state/core/store.ts';
import { queriesOf } from '../../source/tui/surfaces/queries.ts';
import { update } from '../../source/tui/surfaces/update.ts';
import { atEnd } from '../fixtures/cleanup.ts';
import { type HeldService, serveHeld } from '../programs/held-service.ts';
import { until } from '../programs/until.ts';

const contextOf = (name: string, { url }: HeldService) => {
	const state = { ...initialState(url, 'the test', Date.now()), contexts: { ...noContexts, current: name } };
	const store = createStore(state, update);
	return {
		name,
		store,
		open: (isShown: boolean) => openSession({ url, isShown }, store, queriesOf),
	};
};

test('context sessions poll a hidden service rarely and without events, and the shown one as usual', async () => {
	const [one, two] = await Promise.all([serveHeld(['alpha']), serveHeld(['beta', 'gamma'])]);
	const [first, second] = [contextOf('one', one), contextOf('two', two)];
	const sessions = new ContextSessions([first, second]);
	atEnd(() => sessions.session.close());
	const rowOf = (name: string) => sessions.store.get().contexts.rows.list.find((each) => each.name === name);
	await until(() => rowOf('one')?.total === 1 && rowOf('two')?.total === 2);
	const before = two.listRequests('');
	const shownBefore = one.listRequests('');
	await until(() => one.listRequests('') >= shownBefore + 5);
	expect(two.listRequests('') - before).toBeLessThanOrEqual(1);
	expect(first.store.get().connection.streaming).toBe(true);
	expect(second.store.get().connection.streaming).toBe(false);

	sessions.store.dispatch({ type: 'pane', pane: 'services' });
	sessions.show('two');
	// The last list is there at once.
	expect(sessions.store.get().downloads.list).toHaveLength(2);
	expect(first.store.get().pane).toBe('downloads');
	await until(() => second.store.get().connection.streaming);
	expect(first.store.get().connection.streaming).toBe(false);
	const now = two.listRequests('');
	const hidden = one.listRequests('');
	await until(() => two.listRequests('') >= now + 5);
	expect(one.listRequests('') - hidden).toBeLessThanOrEqual(1);
	sessions.show('unknown');
	expect(sessions.store.get().contexts.current).toBe('two');
});

test('context sessions give the response to a request to the service that received it', async () => {
	const [one, two] = await Promise.all([serveHeld(['alpha']), serveHeld(['beta'])]);
	const [first, second] = [contextOf('one', one), contextOf('two', two)];
	const sessions = new ContextSessions([first, second]);
	atEnd(() => sessions.session.close());
	const { dispatch } = sessions.store;
	const path = 'limits.download';
	dispatch({ type: 'service-settings', what: { type: 'sent', sent: { path, value: '1 MiB/s' } } });
	await new Promise<void>((resolve) => {
		sessions.session.write({
			send: async (client) => {
				sessions.show('two');
				const { downloads } = await client.listDownloads();
				expect(downloads.map(({ name }) => name)).toEqual(['alpha']);
				dispatch({ type: 'service-settings', what: { type: 'confirmed', values: defaultSettings } });
				return true;
			},
			doing: 'Changing a limit',
			stale: [],
			onEnd: () => resolve(),
		});
	});
	expect(first.store.get().serviceSettings).toMatchObject({ sent: undefined, values: defaultSettings });
	expect(second.store.get().serviceSettings).toMatchObject({ sent: undefined, values: undefined });
});
