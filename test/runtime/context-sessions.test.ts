import { expect, test } from 'vitest';
import { defaultSettings } from '../../source/protocol/resources/settings.ts';
import { ContextSessions } from '../../source/runtime/context-sessions.ts';
import { atEnd } from '../fixtures/cleanup.ts';
import { serveHeld } from '../programs/held-service.ts';
import { contextOf } from './context-sessions-scene.ts';

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
