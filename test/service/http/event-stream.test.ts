import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { FrameReader } from '../../../source/protocol/framing.ts';
import { until } from '../../programs/until.ts';
import {
	errorEvent,
	events,
	listen,
	listenWithoutReading,
	prepareStream,
	serveAgain,
	url,
} from './event-stream-scene.ts';

prepareStream();

test('event stream sends the start first, then each event, in both framings', async () => {
	const lines = await listen('*/*');
	const serverSent = await listen('text/event-stream');
	events.emit('torrent_finished', { infohash: 'a', name: 'line\nbreak' });
	const [start, finished] = [
		'{"type":"events_start","event":{"tribler_started":true,"version":"1.2.3"}}',
		'{"type":"torrent_finished","event":{"infohash":"a","name":"line\\nbreak"}}',
	];
	await until(() => lines.text() === `${start}\n${finished}\n`, { seen: lines.text });
	await until(() => serverSent.text() === `data: ${start}\n\ndata: ${finished}\n\n`, {
		seen: serverSent.text,
	});
	expect(lines.answer.headers['content-type']).toMatch(/^application\/json/);
	expect(serverSent.answer.headers['content-type']).toMatch(/^text\/event-stream/);
});

test('200 listeners receive every event in order, and are removed when they disconnect', async () => {
	const listeners = await Promise.all(
		Array.from({ length: 200 }, (_, at) => listen(at % 2 === 0 ? '*/*' : 'text/event-stream')),
	);
	for (let n = 0; n < 50; n++) events.emit('torrent_error', errorEvent(n));
	for (const { text } of listeners) {
		await until(() => text().includes(errorEvent(49).infohash));
		expect([...text().matchAll(/"infohash":"(\d+)"/g)].map(([, n]) => Number(n))).toEqual(
			Array.from({ length: 50 }, (_, n) => n),
		);
	}
	expect(events.size).toBe(200);
	for (const { answer } of listeners) answer.destroy();
	await until(() => events.size === 0);
});

test('a listener that does not read is dropped, and the others lose no event', async () => {
	const slow = connect(Number(new URL(url).port), '127.0.0.1');
	slow.on('error', () => {});
	slow.pause();
	slow.write('GET /events HTTP/1.1\r\nHost: x\r\n\r\n');
	const reader = await listen('*/*');
	await until(() => events.size === 2);
	let sent = 0;
	// The sockets of both ends buffer some megabytes. The stream buffers one more.
	while (events.size === 2) {
		for (let n = 0; n < 100; n++) events.emit('torrent_error', errorEvent(sent++));
		await new Promise((resolve) => setImmediate(resolve));
		expect(sent).toBeLessThan(100_000);
	}
	events.emit('torrent_error', errorEvent(sent++));
	await until(() => reader.text().includes(errorEvent(sent - 1).infohash));
	expect(reader.text().match(/"infohash"/g)).toHaveLength(sent);
	slow.resume();
	await once(slow, 'close');
});

test('beyond the maximum, the oldest listener ends, before it one with unread bytes', async () => {
	await serveAgain({ listeners: 3 });
	const [first, second] = [await listen('*/*'), await listen('*/*')];
	const ends: string[] = [];
	first.answer.once('close', () => ends.push('first'));
	second.answer.once('close', () => ends.push('second'));
	const slow = await listenWithoutReading();
	const third = await listen('*/*');
	slow.resume().once('close', () => ends.push('slow'));
	await until(() => ends.length > 0);
	await listen('*/*');
	await until(() => ends.length > 1);
	expect(ends).toEqual(['slow', 'first']);
	events.emit('torrent_finished', { infohash: 'a', name: 'b' });
	for (const { text } of [second, third]) await until(() => text().includes('torrent_finished'));
	expect(events.size).toBe(3);
});

test('keep-alives are comments, or spaces if each line must be JSON, and later events are readable', async () => {
	await serveAgain({ keepAliveMs: 20 });
	const lines = await listen('*/*');
	const serverSent = await listen('text/event-stream');
	await until(() => /\n\n(:\n\n){3}/.test(serverSent.text()));
	await until(() => /\n {3,}$/.test(lines.text()), { seen: lines.text });
	events.emit('torrent_finished', { infohash: 'a', name: 'b' });
	await until(() => [lines, serverSent].every(({ text }) => text().includes('torrent_finished')));
	const finished = { type: 'torrent_finished', event: { infohash: 'a', name: 'b' } };
	// A client that parses every line as JSON and does not skip white space.
	const [, second, ...none] = lines.text().trimEnd().split('\n');
	expect(JSON.parse(second ?? '')).toEqual(finished);
	expect(none).toEqual([]);
	for (const { text } of [lines, serverSent]) {
		const [, read] = new FrameReader().read(Buffer.from(text()));
		expect(read).toEqual({ name: finished.type, payload: finished.event });
	}
});

test('the end of the service ends the stream', async () => {
	const { answer, text } = await listen('*/*');
	events.emit('tribler_shutdown_state', { state: 'Saving' });
	events.close();
	await once(answer, 'end');
	expect(text()).toContain('Saving');
});
