import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { findService } from '../../source/client/discovery/find-service.ts';
import { openSession } from '../../source/runtime/session.ts';
import { initialState } from '../../source/state/core/state.ts';
import { createStore } from '../../source/state/core/store.ts';
import { current } from '../../source/state/downloads/downloads.ts';
import { update } from '../../source/tui/shell/update.ts';
import { couldNotFind } from '../contract/foreign/fault.ts';
import { until } from '../programs/until.ts';

let home: string;

beforeEach(async () => {
	home = await mkdtemp(join(tmpdir(), 'seedtop-moves-'));
	const made = home;
	onTestFinished(() => rm(made, { recursive: true, force: true }));
});

const downloads = ['a', 'b', 'c'].map((name) => ({
	name,
	infohash: name.repeat(40),
	progress: 0.5,
	status: 'DOWNLOADING',
}));

interface Core {
	readonly server: Server;
	readonly port: number;
	readonly requests: string[];
}

/** A core of 8.x that accepts one key and notes its port, as real ones do. */
async function startCore(key: string, port = 0): Promise<Core> {
	const requests: string[] = [];
	const server = createServer((request, response) => {
		requests.push(`${request.method} ${request.url}`);
		const respond = (status: number, body: unknown) => {
			response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
		};
		if (request.headers['x-api-key'] !== key) respond(401, { error: { message: 'Unauthorized access' } });
		else if (request.url === '/api/events') {
			response.writeHead(200, { 'content-type': 'text/event-stream' });
			response.write(
				'event: events_start\ndata: {"public_key": "ab", "version": "8.1.3", "sessions": "1"}\n\n',
			);
		} else if (request.url?.startsWith('/api/downloads')) respond(200, { downloads });
		else respond(404, { error: { handled: true, message: couldNotFind(`${request.url}`) } });
	});
	await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
	const address = server.address();
	if (typeof address !== 'object' || !address) throw new Error('The core does not listen.');
	const core = { server, port: address.port, requests };
	onTestFinished(() => stop(core));
	await note(key, core.port);
	return core;
}

async function note(key: string, port: number): Promise<void> {
	await mkdir(join(home, '.Tribler/8.0'), { recursive: true });
	const configuration = { api: { key, http_port: 0, http_port_running: port } };
	await writeFile(join(home, '.Tribler/8.0/configuration.json'), JSON.stringify(configuration));
}

function stop({ server }: Core): void {
	server.closeAllConnections();
	server.close();
}

async function openOn() {
	const refind = () => findService({ env: {}, home, stateFolder: join(home, 'state'), choice: 'other' });
	const found = await refind();
	if (!found) throw new Error('The core was not found.');
	const store = createStore(initialState(found.url, found.source, Date.now()), update);
	const session = openSession({ ...found, refind }, store);
	onTestFinished(() => session.close());
	await until(() => store.get().downloads.list.length === 3);
	return store;
}

const connection = (store: Awaited<ReturnType<typeof openOn>>) => store.get().connection;

test('a session finds a core at its new port and keeps the list and the cursor', async () => {
	const before = await startCore('one');
	const store = await openOn();
	store.dispatch({ type: 'move', rows: 1 });
	const row = current(store.get().downloads)?.infohash;
	stop(before);
	await until(() => connection(store).failure !== undefined);
	expect(store.get().downloads.list).toHaveLength(3);
	const after = await startCore('one');
	await until(() => connection(store).url === `http://127.0.0.1:${after.port}/api`);
	await until(() => connection(store).answeredAt !== undefined && connection(store).streaming);
	expect(connection(store).failure).toBeUndefined();
	expect(store.get().downloads.list).toHaveLength(3);
	expect(current(store.get().downloads)?.infohash).toBe(row);
});

test('a session takes the new key of a core at the same port', async () => {
	const before = await startCore('one');
	const store = await openOn();
	stop(before);
	await until(() => connection(store).failure !== undefined);
	await startCore('two', before.port);
	await until(() => connection(store).failure === undefined && connection(store).streaming);
	expect(store.get().downloads.list).toHaveLength(3);
});

test('a session keeps its failure while the core is gone, and sends its key to no other program', async () => {
	const before = await startCore('one');
	const store = await openOn();
	stop(before);
	await until(() => connection(store).failure !== undefined);
	// Another program took the noted port. It is probed, and never receives the key.
	const requests: string[] = [];
	const keys: unknown[] = [];
	const other = createServer((request, response) => {
		requests.push(request.url ?? '');
		keys.push(request.headers['x-api-key']);
		response.end('<html>');
	});
	await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
	onTestFinished(() => void other.close());
	const address = other.address();
	await note('one', typeof address === 'object' && address ? address.port : 0);
	await until(() => requests.length >= 2);
	expect(new Set(keys)).toEqual(new Set([undefined]));
	expect(connection(store).failure).toMatchObject({ kind: 'unreachable' });
	expect(connection(store).url).toBe(`http://127.0.0.1:${before.port}/api`);
});
