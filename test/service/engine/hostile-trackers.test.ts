import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodedBodyText } from '../../../source/service/http-client/decoded-body.ts';
import { ANY, exactly } from '../../programs/message-pattern.ts';
import { httpServer, rawServer, serverOnBlockedPort, writeForever } from '../http-client/servers.ts';
import { folder, type Lab, lab, sample } from './lab.ts';

/** Peak memory of the engine's process, MiB. */
function peakMemory({ engine }: Lab): number {
	const status = readFileSync(`/proc/${engine.pid}/status`, 'utf8');
	return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

/** 1 MiB that decompresses to 1,000 MiB. */
function bomb(): Buffer {
	const part = gzipSync(Buffer.alloc(10 * 1024 * 1024));
	return Buffer.concat(Array.from({ length: 100 }, () => part));
}

test('endless replies of trackers take no memory, and each tracker shows its own error', async () => {
	const compressed = bomb();
	expect(compressed.length).toBeLessThan(1.1 * 1024 * 1024);
	const inflating = await httpServer((_, answer) =>
		answer.writeHead(200, { 'content-encoding': 'gzip' }).end(compressed),
	);
	const body = await rawServer((socket) => {
		socket.write('HTTP/1.1 200 OK\r\n\r\n');
		writeForever(socket, Buffer.alloc(65_536, 'x'));
	});
	const headers = await rawServer((socket) => {
		socket.write('HTTP/1.1 200 OK\r\n');
		writeForever(socket, `x-padding: ${'y'.repeat(60_000)}\r\n`);
	});
	const redirects = await httpServer((request, answer) =>
		answer.writeHead(302, { location: `${request.url}x` }).end(),
	);
	const scheme = await httpServer((_, answer) => answer.writeHead(302, { location: 'file:///x' }).end());
	const encoding = await httpServer((_, answer) =>
		answer.writeHead(200, { 'content-encoding': 'gzip' }).end('this is plain text'),
	);
	const working = await httpServer((_, answer) => answer.end('d8:intervali1800e5:peers0:e'));
	const bases = [inflating, body, headers, redirects, scheme, encoding, working];
	const target = await lab();
	const before = peakMemory(target);
	const { download, metainfo } = await sample(
		{ 'a.bin': 10_000 },
		{ trackers: bases.map((base) => `${base}/announce`) },
	);
	await target.engine.add(download(folder()));
	const trackers = await target.until('an outcome of every tracker', () => {
		const found = target.status(metainfo.infohash)?.trackers ?? [];
		return found.length > 0 && found.every(({ status }) => status !== 'Not contacted yet') && found;
	});
	expect(trackers.map(({ status }) => status)).toEqual([...Array(6).fill('Not working'), 'Working']);
	expect(trackers.map(({ error }) => error)).toEqual([
		"the tracker's answer is larger than 1 MiB",
		"the tracker's answer is larger than 1 MiB",
		expect.stringMatching(/overflow/i),
		'it redirects more than 5 times',
		'it redirects to file:',
		expect.stringMatching(exactly(decodedBodyText.undecodable(ANY))),
		'',
	]);
	expect(peakMemory(target) - before).toBeLessThan(150);
});

test('trackers on ports that browsers block are announced to', async () => {
	const url = await serverOnBlockedPort((_, answer) => answer.end('d8:intervali1800e5:peers0:e'));
	const target = await lab();
	const { download, metainfo } = await sample({ 'a.bin': 10_000 }, { trackers: [`${url}/announce`] });
	await target.engine.add(download(folder()));
	const tracker = await target.until('an outcome of the tracker', () =>
		target.status(metainfo.infohash)?.trackers.find(({ status }) => status !== 'Not contacted yet'),
	);
	expect(tracker).toMatchObject({ status: 'Working', error: '' });
});

test('a tracker receives its id again, and the password of its URL as a header', async () => {
	const announces: { id: string | null; authorization: string | undefined }[] = [];
	const url = await httpServer((request, answer) => {
		const { searchParams } = new URL(request.url ?? '', 'http://tracker');
		announces.push({ id: searchParams.get('trackerid'), authorization: request.headers.authorization });
		answer.end('d8:intervali1800e5:peers0:10:tracker id5:a b&ce');
	});
	const target = await lab();
	const { download, metainfo } = await sample(
		{ 'a.bin': 10_000 },
		{ trackers: [`${url.replace('://', '://me:secret@')}/announce`] },
	);
	await target.engine.add(download(folder()));
	await target.until(
		'the announce',
		() => target.status(metainfo.infohash)?.trackers[0]?.status === 'Working',
	);
	await target.engine.stop(metainfo.infohash);
	await expect.poll(() => announces.length).toBe(2);
	const authorization = `Basic ${Buffer.from('me:secret').toString('base64')}`;
	expect(announces).toEqual([
		{ id: null, authorization },
		{ id: 'a b&c', authorization },
	]);
});
