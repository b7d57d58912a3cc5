import { describe, expect, test } from 'vitest';
import type { Message } from '../../../source/state/core/message.ts';
import type { State } from '../../../source/state/core/state.ts';
import { update } from '../../../source/tui/shell/update.ts';
import { downloads, now, screens } from '../../screens/states.ts';

const [first, second] = downloads;
const listed = screens.downloads as State;
const added = {
	...downloads[0],
	infohash: 'a'.repeat(40),
	name: 'a new download',
} as (typeof downloads)[number];
const arrived: Message = {
	type: 'answer',
	query: 'downloads',
	endpoint: 'listDownloads',
	answer: { downloads: [...downloads, added] },
	at: now + 1_000,
};
const awaited: Message = { type: 'await-download', infohash: added.infohash, at: now };
const downloadsAfter = (...messages: readonly Message[]) => messages.reduce(update, listed).downloads;

describe('an added download', () => {
	test('gets the cursor when it is listed, and at once if it is listed already', () => {
		expect(downloadsAfter(awaited).cursor).toBe(listed.downloads.cursor);
		expect(downloadsAfter(awaited, arrived).cursor).toBe(added.infohash);
		expect(downloadsAfter(arrived, awaited).cursor).toBe(added.infohash);
		expect(downloadsAfter(awaited, arrived).awaited).toBeUndefined();
	});

	test('does not get it after the user has moved it', () => {
		const moved: Message = { type: 'go-to', infohash: second?.infohash ?? '', at: now };
		expect(first?.infohash).not.toBe(second?.infohash);
		expect(
			downloadsAfter({ ...moved, infohash: first?.infohash ?? '' }, awaited, moved, arrived).cursor,
		).toBe(second?.infohash);
	});

	test('does not get it if the filter excludes it, or it is listed much later', () => {
		const filter: Message = { type: 'view', what: { type: 'filter', filter: second?.name ?? '' } };
		const filtered = downloadsAfter(filter, awaited, arrived);
		expect(filtered.cursor).not.toBe(added.infohash);
		expect(filtered.awaited).toBeUndefined();
		expect(downloadsAfter(awaited, { ...arrived, at: now + 60_000 }).cursor).not.toBe(added.infohash);
	});
});
