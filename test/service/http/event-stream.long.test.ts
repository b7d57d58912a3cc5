import { expect, test } from 'vitest';
import { until } from '../../programs/until.ts';
import { events, listen, listenWithoutReading, prepareStream, serveAgain } from './event-stream-scene.ts';

prepareStream();

test('a listener that does not read ends after a time, and readers stay', async () => {
	await serveAgain({ keepAliveMs: 50, unreadMs: 500 });
	const reader = await listen('text/event-stream');
	await listenWithoutReading();
	await until(() => events.size === 1);
	const seen = reader.text().length;
	await until(() => reader.text().slice(seen).split(':\n\n').length > 20);
	expect(events.size).toBe(1);
});
