import { expect, test } from 'vitest';
import {
	downloadStates,
	isStalled,
	reasonOf,
	reasonText,
	restTone,
	stateDisplays,
	stateOf,
	stateRank,
} from '../../source/columns/download-state.ts';
import { downloadStatuses } from '../../source/protocol/download-status.ts';
import { namedDownloads } from '../screens/named-downloads.ts';

/** Returns an incomplete download that is running and receives nothing. */
function download(fields: Record<string, unknown>) {
	const [one] = namedDownloads(['a'], { error: '', trackers: [], speed_down: 0, speed_up: 0, ...fields });
	if (!one) throw new Error('there is no download');
	return one;
}

test('every status has a state with a sign of one cell', () => {
	for (const status of [...downloadStatuses, 'odd', 'constructor']) {
		expect(downloadStates).toContain(stateOf(download({ status })));
	}
	for (const { sign } of Object.values(stateDisplays)) expect([...sign]).toHaveLength(1);
	// Waiting for peers and waiting for a check look the same. All others differ.
	expect(new Set(Object.values(stateDisplays).map(({ sign }) => sign)).size).toBe(downloadStates.length - 1);
});

test.each([
	['an incomplete download without data', {}, true],
	['metadata without data', { status: 'METADATA', progress: 1 }, true],
	['a download with data', { speed_down: 1 }, false],
	['a complete download', { progress: 1 }, false],
	['a stopped download', { status: 'STOPPED' }, false],
	['a download with an error', { error: 'disk full' }, false],
	['a download of unknown rate', { speed_down: undefined }, undefined],
])('%s is stalled or not', (_, fields, stalled) => {
	expect(isStalled(download(fields))).toBe(stalled);
	expect(stateOf(download(fields)) === 'stalled').toBe(stalled === true);
});

test('states are sorted by errors, activity, idle seeds, stopped downloads', () => {
	const sorted = [
		{ error: 'x' },
		{ speed_down: 5 },
		{},
		{ status: 'HASHCHECKING' },
		{ status: 'SEEDING', progress: 1, speed_up: 5 },
		{ status: 'SEEDING', progress: 1 },
		{ status: 'STOPPED' },
	];
	const ranks = sorted.map((fields) => stateRank(download(fields)));
	expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
	expect(new Set(ranks).size).toBe(ranks.length);
});

test.each([
	[{ num_seeds: 0, num_peers: 0 }, reasonText.noPeers],
	[{ num_seeds: 0, num_peers: 4, availability: 0.3 }, reasonText.noSeeds],
	[{ num_seeds: 2, num_peers: 4 }, ''],
	[{ num_seeds: undefined, num_peers: undefined }, ''],
	[{ num_seeds: 0, num_peers: 0, speed_down: 9 }, ''],
	[{ error: 'Cannot write /srv/x: ENOSPC: no space left on device, write' }, reasonText.noSpace],
	[{ error: 'cannot write /srv/a b: the name is taken' }, 'the name is taken'],
	[
		{
			num_seeds: 0,
			num_peers: 0,
			trackers: [
				{ url: '[DHT]', status: '' },
				{ url: 'http://a.example/', status: 'Not working', error: 'timed out' },
			],
		},
		reasonText.tracker('timed out'),
	],
])('%j has the reason %j', (fields, reason) => {
	expect(reasonOf(download(fields))).toBe(reason);
});

test('idle seeds and stopped downloads are dim, errors and activity are not', () => {
	expect(restTone(download({ status: 'SEEDING', progress: 1 }))).toBe('idle');
	expect(restTone(download({ status: 'STOPPED' }))).toBe('idle');
	expect(restTone(download({ status: 'SEEDING', progress: 1, speed_up: 1 }))).toBe('normal');
	expect(restTone(download({ status: 'STOPPED', error: 'x' }))).toBe('normal');
	expect(restTone(download({}))).toBe('normal');
});
