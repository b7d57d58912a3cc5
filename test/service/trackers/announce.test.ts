import { expect, test } from 'vitest';
import { ResponseTimeoutError } from '../../../source/service/http-client/fetch-body.ts';
import { connectDirectly } from '../../../source/service/http-client/open-response.ts';
import { OwnService } from '../../../source/service/http-client/own-service.ts';
import { type Announcement, announce } from '../../../source/service/trackers/announce.ts';
import { TrackerError } from '../../../source/service/trackers/tracker-error.ts';
import { type Distort, udpTracker } from '../../programs/scrape-trackers.ts';

const announcement: Announcement = {
	infohash: 'a'.repeat(40),
	peerId: 'b'.repeat(40),
	port: 6882,
	uploaded: 2 ** 40,
	downloaded: 3,
	left: undefined,
	event: 'started',
	trackerId: '',
};

function announceTo(url: string, more: Partial<Announcement> = {}, timeoutMs = 10_000) {
	const { signal } = new AbortController();
	const access = { connect: connectDirectly, ownService: new OwnService(), signal, timeoutMs };
	return announce(url, { ...announcement, ...more }, access);
}

/** Returns a change of the response to an announce. */
const changed =
	(change: (response: Buffer) => readonly Buffer[]): Distort =>
	(response, request) =>
		request.readUInt32BE(8) === 1 ? change(response) : [response];

test('announce sends a request of BEP 15 and returns counts and peers of the response', async () => {
	const tracker = await udpTracker({});
	expect(await announceTo(tracker.url)).toEqual({
		interval: 300,
		incomplete: 7,
		complete: 8,
		trackerId: '',
		peers: ['10.0.0.1:6881'],
	});
	await announceTo(tracker.url, { event: 'stopped', left: 5 });
	const fields = ['a'.repeat(40), 'b'.repeat(40), '0000000000000003'];
	const uploaded = '0000010000000000';
	const unused = '0000000000000000';
	expect(tracker.announces.map((bytes) => bytes.toString('hex'))).toEqual([
		[...fields, 'ffffffffffffffff', uploaded, '00000002', unused, '00000032', '1ae2'].join(''),
		[...fields, '0000000000000005', uploaded, '00000003', unused, '00000000', '1ae2'].join(''),
	]);
});

test('announce rejects with the message of an UDP tracker, and for a response that is cut off', async () => {
	const refusing = changed((response) => {
		const refusal = Buffer.concat([response.subarray(0, 8), Buffer.from('not for you')]);
		refusal.writeUInt32BE(3);
		return [refusal];
	});
	await expect(announceTo((await udpTracker({}, refusing)).url)).rejects.toThrow(
		new TrackerError('not for you'),
	);
	const cut = changed((response) => [response.subarray(0, 19)]);
	await expect(announceTo((await udpTracker({}, cut)).url)).rejects.toThrow(TrackerError);
});

test('announce ignores packets of other transactions, up to a limit', async () => {
	const foreign = (response: Buffer) => {
		const packet = Buffer.from(response);
		packet.writeUInt32BE(0xffff_ffff, 4);
		return packet;
	};
	const noisy = changed((response) => [foreign(response), response]);
	expect(await announceTo((await udpTracker({}, noisy)).url)).toMatchObject({ complete: 8 });
	const flooding = changed((response) => Array(100).fill(foreign(response)));
	await expect(announceTo((await udpTracker({}, flooding)).url)).rejects.toThrow(TrackerError);
});

test('announce rejects when a silent UDP tracker exceeds the time, and for a host without IPv4', async () => {
	const silent = await udpTracker({}, () => []);
	await expect(announceTo(silent.url, {}, 50)).rejects.toThrow(ResponseTimeoutError);
	await expect(announceTo('udp://[::1]:1/announce')).rejects.toThrow(TrackerError);
});
