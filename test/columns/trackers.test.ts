import { expect, test } from 'vitest';
import { noTrackers, noTrackersText } from '../../source/columns/trackers.ts';

test('an empty list of trackers is unknown while the download is stopped', () => {
	for (const status of ['STOPPED', 'STOPPED_ON_ERROR']) {
		expect(noTrackers({ status, trackers: [] })).toBe(noTrackersText.stopped);
	}
	expect(noTrackers({ status: 'SEEDING', trackers: [] })).toBe(noTrackersText.none);
	expect(noTrackers({ status: 'SEEDING' })).toBe(noTrackersText.unlisted);
});
