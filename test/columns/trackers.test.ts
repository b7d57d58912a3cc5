import { expect, test } from 'vitest';
import { noTrackers } from '../../source/columns/trackers.ts';

test('an empty list of trackers is unknown while the download is stopped', () => {
	for (const status of ['STOPPED', 'STOPPED_ON_ERROR']) {
		expect(noTrackers({ status, trackers: [] })).toBe('Its trackers are not known while it is stopped.');
	}
	expect(noTrackers({ status: 'SEEDING', trackers: [] })).toBe('It has no trackers.');
	expect(noTrackers({ status: 'SEEDING' })).toBe('The service does not list its trackers.');
});
