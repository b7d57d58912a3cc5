import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { recordEvents } from '../fixtures/recorded-events.ts';
import { downloadsOf, runService } from '../fixtures/service.ts';
import { until } from '../programs/until.ts';
import { seedFiles } from './many-small-files.ts';

/** Deleting so many takes longer than the timeout of a request. */
const MANY_FILES = 40_000;

test('a removal is answered before all data is deleted, and an event reports its end', async () => {
	const service = await runService();
	const { infohash, root } = await seedFiles(service, MANY_FILES);
	const events = await recordEvents(service.client());
	const answer = await service.client().removeDownload({ params: { infohash }, body: { remove_data: true } });
	expect(answer).toEqual({ removed: true, infohash });
	expect(existsSync(root)).toBe(true);
	expect(await downloadsOf(service)).toEqual([]);
	const removed = await until(() => events.of('torrent_removed')[0], { timeoutMs: 60_000 });
	expect(removed.payload).toEqual({ infohash, name: 'many', data_removed: true });
}, 240_000);
