import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { type DiscoveryOptions, findService } from '../../../source/client/discovery/find-service.ts';
import { answering, serve, type TestServer } from '../server.ts';

let home: string;
let own: TestServer;
let other: TestServer;
/** Reported pairs of services. */
let reported: string[][];

beforeEach(async () => {
	home = await mkdtemp(join(tmpdir(), 'seedtop-two-'));
	const made = home;
	onTestFinished(() => rm(made, { recursive: true, force: true }));
	reported = [];
	own = await serve(answering(401, { error: 'Unauthorized access' }));
	other = await serve(answering(401, { error: 'Unauthorized access' }));
});

async function put(path: string, content: object): Promise<void> {
	await mkdir(dirname(join(home, path)), { recursive: true });
	await writeFile(join(home, path), JSON.stringify(content));
}

const announceOwn = () => put('state/service.json', { url: own.url, pid: 1 });
const configureOther = (port = other.port) =>
	put('.Tribler/8.0/configuration.json', { api: { key: 'k', http_port_running: port } });

function find(options: Partial<DiscoveryOptions> = {}) {
	return findService({
		env: {},
		home,
		stateFolder: join(home, 'state'),
		onOther: (...pair) => reported.push(pair.map(({ url }) => url)),
		...options,
	});
}

test('our own service is used if both run, and both are reported', async () => {
	await announceOwn();
	await configureOther();
	expect(await find()).toMatchObject({ url: own.url, owner: 'own' });
	expect(reported).toEqual([[own.url, `${other.url}/api`]]);
});

test('an explicit choice decides, without a report', async () => {
	await announceOwn();
	await configureOther();
	expect(await find({ choice: 'other' })).toMatchObject({ url: `${other.url}/api`, owner: 'other' });
	expect(own.requests).toEqual([]);
	const before = other.requests.length;
	expect(await find({ choice: 'own' })).toMatchObject({ url: own.url, owner: 'own' });
	expect(other.requests).toHaveLength(before);
	expect(reported).toEqual([]);
});

test('an explicit choice excludes the only running service', async () => {
	await configureOther();
	expect(await find()).toMatchObject({ owner: 'other' });
	expect(await find({ choice: 'own' })).toBeUndefined();
	await rm(join(home, '.Tribler'), { recursive: true });
	await announceOwn();
	expect(await find({ choice: 'other' })).toBeUndefined();
	expect(reported).toEqual([]);
});

test('our own service is found beside a program that never answers', async () => {
	const silent = createServer(() => {});
	const port = await new Promise<number>((resolve) => {
		silent.listen(0, '127.0.0.1', () => {
			const address = silent.address();
			resolve(typeof address === 'object' && address !== null ? address.port : 0);
		});
	});
	onTestFinished(() => void silent.close());
	await announceOwn();
	await configureOther(port);
	expect(await find({ timeout: 600_000 })).toMatchObject({ owner: 'own' });
	expect(reported).toEqual([]);
});
