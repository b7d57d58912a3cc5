import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { decodedBodyText } from '../../../source/service/http-client/decoded-body.ts';
import { OwnService, OwnServiceError } from '../../../source/service/http-client/own-service.ts';
import { fetchVersionText } from '../../../source/service/updates/fetch-version.ts';
import { UpdateCheck, updateText } from '../../../source/service/updates/update-check.ts';
import { atEnd } from '../../fixtures/cleanup.ts';
import { recordEvents } from '../../fixtures/recorded-events.ts';
import { runService } from '../../fixtures/service.ts';
import { until } from '../../programs/until.ts';
import { httpServer } from '../http-client/servers.ts';

interface Checked {
	readonly versions: unknown[];
	readonly log: string[];
	readonly check: UpdateCheck;
}

/** Starts checks by a version 1.2.3 that follow each other quickly. */
function startCheck(url: string, ownService = new OwnService()): Checked {
	const versions: unknown[] = [];
	const log: string[] = [];
	const check = new UpdateCheck({
		url: new URL(url),
		version: '1.2.3',
		ownService,
		emit: (name, payload) => versions.push({ name, payload }),
		log: (_, message) => log.push(message),
		intervalMs: 10,
	});
	atEnd(() => check.close());
	check.started();
	return { versions, log, check };
}

const event = (version: string) => ({ name: 'new_version_available', payload: { version } });

test('each newer version is one event, in every form of the answer', async () => {
	const answers = [
		{ version: '1.2.3' },
		{ version: '1.0.0' },
		{ tag_name: 'v1.3.0-rc.1', name: 'A release' },
		{ tag_name: 'v1.3.0-rc.1' },
		{ 'dist-tags': { latest: '1.3.0', next: '2.0.0' } },
		{ version: '1.2.9' },
		{ version: '10.0.0' },
	];
	let requests = 0;
	const url = await httpServer((_, response) => {
		response.end(JSON.stringify(answers[Math.min(requests++, answers.length - 1)]));
	});
	const { versions, log } = startCheck(url);
	// Some more after the last one.
	await until(() => requests > answers.length + 3);
	expect(versions).toEqual(['1.3.0-rc.1', '1.3.0', '10.0.0'].map(event));
	expect(log).toEqual(['1.3.0-rc.1', '1.3.0', '10.0.0'].map(updateText.newer));
});

test.each([
	['another status', { status: 404, body: '{"version":"9.0.0"}' }, fetchVersionText.status(404)],
	['no JSON', { body: '<html>9.0.0</html>' }, fetchVersionText.notJson],
	['no version', { body: '{"version":"newest"}' }, fetchVersionText.withoutVersion],
	['a list', { body: '["9.0.0"]' }, fetchVersionText.withoutVersion],
	['a long answer', { body: `{"version":"9.0.0","x":"${'x'.repeat(1_100_000)}"}` }, fetchVersionText.tooLong],
	['another encoding', { body: '{}', encoding: 'zip' }, decodedBodyText.unknownEncoding('zip')],
])('%s is a line in the log', async (_, { status = 200, body, encoding }: Answer, reason) => {
	const url = await httpServer((_request, response) => {
		response.writeHead(status, encoding === undefined ? {} : { 'content-encoding': encoding }).end(body);
	});
	const { versions, log } = startCheck(url);
	await until(() => log.length > 0);
	expect(log[0]).toBe(updateText.failed(reason));
	expect(versions).toEqual([]);
});

interface Answer {
	readonly status?: number;
	readonly body: string;
	readonly encoding?: string;
}

test('a check never connects to the service itself, also after a redirect', async () => {
	let requests = 0;
	const own = await httpServer((_, response) => {
		requests += 1;
		response.end('{"version":"9.0.0"}');
	});
	const ownService = new OwnService([{ address: '127.0.0.1', port: Number(new URL(own).port) }]);
	const redirecting = await httpServer((_, response) => response.writeHead(302, { location: own }).end());
	for (const url of [own, redirecting]) {
		const { versions, log } = startCheck(url, ownService);
		await until(() => log.length > 0);
		expect(log[0]).toBe(updateText.failed(new OwnServiceError().message));
		expect(versions).toEqual([]);
	}
	expect(requests).toBe(0);
});

test('close ends a check that waits for an answer', async () => {
	let isAsked = false;
	let isClosed = false;
	const url = await httpServer((request) => {
		request.socket.once('close', () => {
			isClosed = true;
		});
		isAsked = true;
	});
	const { check, log } = startCheck(url);
	await until(() => isAsked);
	check.close();
	await until(() => isClosed);
	expect(log).toEqual([]);
});

test('a service with the setting reports a newer version once it has started', async () => {
	const held: ServerResponse[] = [];
	const url = await httpServer((_, response) => held.push(response));
	const service = await runService({ settings: { updates: { url } } });
	await until(() => held.length > 0);
	const events = await recordEvents(service.client('A'));
	for (const response of held) response.end('{"version":"900.0.0"}');
	await events.event('new_version_available', { version: '900.0.0' });
});
