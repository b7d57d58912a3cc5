import { describe, expect, test } from 'vitest';
import { qbittorrentText } from '../../source/import/clients/qbittorrent.ts';
import { transmissionText } from '../../source/import/clients/transmission.ts';
import { triblerText } from '../../source/import/clients/tribler.ts';
import type { ImportedDownload } from '../../source/import/imported-download.ts';
import { downloadsOf, entriesOf, statePath } from './entries.ts';

/** Progress of all clients: 13 of 13 pieces, 9 of 9, 10 of 20, and 4 of 10. */
const pieces = { 'alpha.bin': 'fff8', beta: 'ff80', 'gamma.bin': 'ffc000', delta: 'f000' };
const trackers = ['http://127.0.0.1:1/announce', 'http://127.0.0.1:2/announce'];

function bitfields(downloads: Readonly<Record<string, ImportedDownload>>) {
	return Object.fromEntries(
		Object.entries(downloads).map(([name, { bitfield }]) => [
			name,
			Buffer.from(bitfield ?? []).toString('hex'),
		]),
	);
}

describe('transmission 3.00', () => {
	test('yields progress, totals, selection, label and limits', async () => {
		const downloads = await downloadsOf('transmission', statePath('transmission'));
		expect(bitfields(downloads)).toEqual(pieces);
		expect(downloads['alpha.bin']).toMatchObject({
			name: 'alpha.bin',
			destination: '/srv/torrents/data',
			state: 'running',
			selected: null,
			label: 'linux',
			maxDownloadSpeed: 100_000,
			maxUploadSpeed: 50_000,
			seedingRatio: 2.5,
			timeAdded: 1_795_459_206,
			notes: [transmissionText.moreLabels(['iso'])],
		});
		// The added tracker is in the .torrent.
		expect(downloads['alpha.bin']?.metainfo.trackers).toEqual(trackers);
		expect(downloads.beta).toMatchObject({ uploaded: 141_117, seedingRatio: undefined, label: '' });
		expect(downloads.delta).toMatchObject({ selected: [0], renamed: new Map([[0, 'delta/renamed.bin']]) });
	});
});

describe.each([
	['files', 'qbittorrent'],
	['a database', 'qbittorrent-database'],
])('qBittorrent 4.5 with %s', (_, folder) => {
	test('yields progress, totals, selection, category, limits and trackers', async () => {
		const downloads = await downloadsOf('qbittorrent', statePath(folder));
		expect(bitfields(downloads)).toEqual(pieces);
		expect(downloads['alpha.bin']).toMatchObject({
			name: 'A better name',
			destination: '/srv/torrents/data',
			state: 'running',
			label: 'films',
			trackers,
			maxDownloadSpeed: 102_400,
			maxUploadSpeed: 51_200,
			seedingRatio: 2.5,
			seedingTime: 3600,
			timeAdded: 1_795_459_298,
			timeFinished: 1_795_459_301,
			notes: [qbittorrentText.tags(['a', 'b'])],
		});
		expect(downloads.beta).toMatchObject({ uploaded: 141_000, state: 'running', seedingRatio: undefined });
		expect(downloads['gamma.bin']).toMatchObject({ state: 'stopped', sequential: true });
		expect(downloads.delta).toMatchObject({
			state: 'stopped',
			selected: [0],
			renamed: new Map([
				[0, 'delta2/wanted.bin'],
				[1, 'delta2/unwanted.bin'],
			]),
		});
	});
});

describe('rtorrent 0.9.8', () => {
	test('yields progress, totals, selection and label', async () => {
		const downloads = await downloadsOf('rtorrent', statePath('rtorrent'));
		expect(bitfields(downloads)).toEqual(pieces);
		expect(downloads['alpha.bin']).toMatchObject({
			destination: '/srv/torrents/data',
			state: 'running',
			label: 'linux iso',
			timeAdded: 1_795_459_377,
		});
		// rtorrent saves the root of several files, not the folder above it.
		expect(downloads.beta).toMatchObject({
			destination: '/srv/torrents/data',
			state: 'stopped',
			uploaded: 141_000,
			renamed: new Map(),
		});
		expect(downloads.delta).toMatchObject({ selected: [0], state: 'stopped' });
	});
});

describe('deluge 2.0.3', () => {
	test('yields progress, totals, selection, label, limits and trackers', async () => {
		const downloads = await downloadsOf('deluge', statePath('deluge'));
		expect(bitfields(downloads)).toEqual(pieces);
		expect(downloads['alpha.bin']).toMatchObject({
			name: 'A better name',
			destination: '/srv/torrents/data',
			state: 'running',
			label: 'films',
			trackers,
			maxDownloadSpeed: 102_400,
			maxUploadSpeed: 51_712,
			seedingRatio: 2.5,
			timeAdded: 1_795_459_394,
		});
		expect(downloads.beta).toMatchObject({ uploaded: 141_000, label: '', seedingRatio: undefined });
		expect(downloads['gamma.bin']).toMatchObject({ state: 'stopped' });
		expect(downloads.delta).toMatchObject({ selected: [0], sequential: true });
		expect(downloads.delta?.renamed.get(0)).toBe('delta2/wanted.bin');
	});
});

describe('Tribler 8', () => {
	test.each(['tribler', 'tribler/8.0.7'])('yields progress, totals and selection of %s', async (folder) => {
		const downloads = await downloadsOf('tribler', statePath(folder));
		expect(bitfields(downloads)).toEqual(pieces);
		expect(downloads['alpha.bin']).toMatchObject({
			destination: '/srv/torrents/data',
			state: 'running',
			trackers,
			timeAdded: 1_700_000_001,
		});
		expect(downloads.beta).toMatchObject({ uploaded: 141_000 });
		expect(downloads.delta).toMatchObject({ selected: [0], state: 'stopped' });
	});

	test('stops an anonymous download', async () => {
		const downloads = await downloadsOf('tribler', statePath('tribler'));
		expect(downloads['gamma.bin']).toMatchObject({ state: 'stopped', notes: [triblerText.hops(1)] });
	});
});

test.each([
	['transmission', 'deluge'],
	['qbittorrent', 'deluge'],
	['rtorrent', 'deluge'],
	['deluge', 'rtorrent'],
	['tribler', 'rtorrent'],
] as const)('%s refuses a folder of %s', async (client, folder) => {
	await expect(entriesOf(client, statePath(folder))).rejects.toThrow(statePath(folder));
});
