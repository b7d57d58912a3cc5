import { expect, test } from 'vitest';
import { noTrackers } from '../../source/columns/trackers.ts';

test('an empty list of trackers is unknown while the download is stopped', () => {
	for (const status of ['STOPPED', 'STOPPED_ON_ERROR']) {
		expect(noTrackers({ status })).toBe('Its trackers are not known while it is stopped.');
	}
	expect(noTrackers({ status: 'SEEDING' })).toBe('It has no trackers.');
});
