import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '../../../source/protocol/endpoint.ts';
import { endpoints } from '../../../source/protocol/endpoints/table.ts';
import { offeredEndpoints } from '../../../source/service/http/offered.ts';
import { type LocalService, localDebug, startLocalService } from '../../programs/local-service.ts';
import { type TemporaryFolder, temporaryFolder } from '../../programs/temporary-folder.ts';
import { type MadeTorrent, makeTorrent } from '../../programs/torrents.ts';
import { until } from '../../programs/until.ts';
import { type OddRequest, oddRequests } from './odd-requests.ts';

let folder: TemporaryFolder;
let service: LocalService;
let torrent: MadeTorrent;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

beforeAll(async () => {
	folder = await temporaryFolder();
	await mkdir(join(folder.path, 'room'));
	torrent = await makeTorrent(join(folder.path, 'data'), 'fuzzed', { 'a/b': 40_000, c: 20_000, empty: 0 });
	// A dump of this process takes a minute, so each is refused.
	const debug = { ...localDebug, freeMemory: () => 0 };
	service = await startLocalService(folder.path, { debug });
});

afterAll(async () => {
	agent.destroy();
	await service?.close();
	await folder?.remove();
});

interface Answer {
	readonly status: number;
	readonly type: string;
	/** Undefined for an endless response. */
	readonly body: string | undefined;
}

async function send({ method, path, headers, body }: OddRequest): Promise<Answer> {
	const outgoing = request(`${service.url}`, {
		method,
		path,
		agent,
		headers: { ...headers, ...(body ? { 'content-length': body.length } : {}) },
		timeout: 20_000,
	});
	outgoing.on('timeout', () => outgoing.destroy(new Error('no answer within 20 s')));
	outgoing.end(body);
	const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
	const status = answer.statusCode ?? 0;
	const type = answer.headers['content-type'] ?? '';
	const endless = status < 400 && !type.startsWith('application/json');
	if (endless || (status < 400 && path.startsWith('/events'))) {
		answer.destroy();
		return { status, type, body: undefined };
	}
	return { status, type, body: await text(answer) };
}

/** Asserts that an answer is valid, or an error in the interface's shape (part 7) caused by the request. */
function check(sent: OddRequest, { status, type, body }: Answer): void {
	const what = `${sent.method} ${sent.path.slice(0, 200)} ${sent.body?.subarray(0, 300)} → ${status} ${body}`;
	expect([200, 206, 304, 400, 404, 405, 409, 413, 414, 415, 416, 431, 500], what).toContain(status);
	if (sent.method === 'HEAD' || body === undefined) return;
	if (status < 400) {
		if (type.startsWith('application/json')) JSON.parse(body);
		return;
	}
	expect(type, what).toBe('application/json; charset=utf-8');
	expect(JSON.parse(body), what).toEqual({
		error: {
			handled: true,
			code: expect.stringMatching(/^\w+$/),
			message: expect.stringMatching(/\S.{5,}/s),
		},
	});
}

async function state(): Promise<unknown> {
	return (await fetch(`${service.url}/state`)).json();
}

async function add(): Promise<void> {
	const body = JSON.stringify({ uri: torrent.path, destination: join(folder.path, 'data') });
	const answer = await fetch(`${service.url}/downloads`, { method: 'PUT', body });
	expect(await answer.json()).toMatchObject({ infohash: torrent.infohash });
}

/** Rows for an order, a transaction, a locked wallet or a blocked trader, which the service does not have. */
const needsEarlier: readonly string[] = ['cancelOrder', 'listPayments', 'provideInput', 'unblockTrader'];

test.each(offeredEndpoints)('%s', async (name) => {
	const row: Endpoint = endpoints[name];
	const around = {
		infohash: torrent.infohash,
		folder: join(folder.path, 'room'),
		torrentPath: torrent.path,
	};
	await until(async () => (await state()) && service.log.some(({ message }) => message.includes('Started')));
	await add();
	const outcomes = new Set<string>();
	await fc.assert(
		fc.asyncProperty(oddRequests(row, around), async (sent) => {
			if (row.method === 'DELETE') await add();
			const answer = await send(sent);
			check(sent, answer);
			outcomes.add(answer.status < 400 ? 'done' : 'refused');
		}),
		{ numRuns: 400, seed: 5, endOnFailure: true },
	);
	// Some but not all: both outcomes occur, except where only an earlier request can make one valid.
	expect([...outcomes].sort()).toEqual(needsEarlier.includes(name) ? ['refused'] : ['done', 'refused']);
	expect(await state()).toMatchObject({ state: 'STARTED', last_exception: null });
	expect(service.log.filter(({ level }) => level === 'error')).toEqual([]);
});
