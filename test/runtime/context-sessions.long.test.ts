import { expect, test } from 'vitest';
import { ContextSessions } from '../../source/runtime/context-sessions.ts';
import { atEnd } from '../fixtures/cleanup.ts';
import { serveHeld } from '../programs/held-service.ts';
import { until } from '../programs/until.ts';
import { contextOf } from './context-sessions-scene.ts';

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
