import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Client } from '../../../source/client/client.ts';
import { closedPort } from '../../../source/demo/closed-port.ts';
import { HEAD_SALT } from '../../../source/service/channels/exchange/dht-heads.ts';
import { DhtHost } from '../../../source/service/engine/webtorrent/dht/dht-host.ts';
import { OVERLAY_INFOHASH } from '../../../source/service/engine/webtorrent/overlay/overlay-swarm.ts';
import { ADDRESSES_FILE } from '../../../source/service/overlay/saved-addresses.ts';
import { runService, type TestService } from '../../fixtures/service.ts';
import { addressOf, libraryNetwork } from '../../programs/local-dht.ts';
import { until } from '../../programs/until.ts';

/** Starts a service whose only way to others is a DHT on loopback. */
function runInDht(node: string, port: number, overlay: object): Promise<TestService> {
	return runService({
		flags: flagsOf(port),
		settings: settingsIn(node, overlay),
	});
}

const settingsIn = (node: string, overlay: object) => ({
	dht_bootstrap: [node],
	overlay: { enabled: true, peers: [], ...overlay },
});

const settingsOf = ({ folder }: TestService): string => join(folder, 'settings.json');

const containsAll = (text: string, parts: readonly string[]) => parts.every((part) => text.includes(part));

const flagsOf = (port: number) => [
	'--dht',
	'--no-pex',
	'--peer-host',
	'127.0.0.1',
	'--peer-port',
	String(port),
];

async function publish(client: Client, channelid: string, number: number): Promise<void> {
	const infohash = number.toString(16).padStart(40, 'b');
	const uri = `magnet:?xt=urn:btih:${infohash}&dn=Linked ${number}`;
	await client.addChannelTorrent({ params: { channelid, infohash }, body: { uri } });
}

async function namesIn(client: Client, channelid: string): Promise<readonly string[]> {
	const found = await client.listChannelTorrents({ params: { channelid } }).catch(() => ({ torrents: [] }));
	return found.torrents.map(({ name }) => name).sort();
}

/** Creates a channel with one torrent. Returns its id. */
async function createChannel(client: Client): Promise<string> {
	await client.createMyChannel({ body: { name: 'Linux images', description: '' } });
	const channelid = (await client.getMyChannel()).overview.identifier ?? '';
	await publish(client, channelid, 1);
	return channelid;
}

test('a service finds another one in the DHT, and reads its channel', async () => {
	const nodes = await libraryNetwork(3);
	let isAnnounced = false;
	for (const node of nodes)
		node.on('announce', (_peer: unknown, infohash: Buffer) => {
			if (infohash.toString('hex') === OVERLAY_INFOHASH) isAnnounced = true;
		});
	const known = addressOf(nodes[0]);
	const author = await runInDht(known, await closedPort(), { discovery: true });
	const channelid = await createChannel(author.client('A'));
	await until(() => isAnnounced);
	const reader = await runInDht(known, await closedPort(), { discovery: true });
	await until(async () => (await namesIn(reader.client('A'), channelid)).length === 1);
});

test('a service finds a newer version of a known channel, and its author, by an item of the DHT alone', async () => {
	const nodes = await libraryNetwork(3);
	const known = addressOf(nodes[0]);
	const [port, newPort] = [await closedPort(), await closedPort()];
	const author = await runInDht(known, port, { discovery: false });
	const channelid = await createChannel(author.client('A'));
	const reader = await runInDht(known, await closedPort(), {
		discovery: false,
		peers: [`127.0.0.1:${port}`],
	});
	await until(async () => (await namesIn(reader.client('A'), channelid)).length === 1);

	// From here on, none knows the address of the other one.
	for (const service of [author, reader]) {
		await service.end();
		await rm(join(service.stateFolder, ADDRESSES_FILE));
		await writeFile(settingsOf(service), JSON.stringify(settingsIn(known, { discovery: false })));
	}
	await author.restart([...flagsOf(newPort), '--settings', settingsOf(author)]);
	await publish(author.client('A'), channelid, 2);
	await author.client('A').changeMyChannel({ body: { name: 'More images', description: '' } });
	const dht = new DhtHost(() => nodes[1] ?? null);
	const item = async () => {
		const found = await dht.dhtGet(Buffer.from(channelid, 'hex'), HEAD_SALT);
		return Buffer.from(found?.value ?? []).toString();
	};
	await until(async () => containsAll(await item(), ['More images', `:${newPort}`]));
	await reader.restart([...flagsOf(await closedPort()), '--settings', settingsOf(reader)]);
	const client = reader.client('A');
	await until(async () => (await namesIn(client, channelid)).length === 2);
	expect((await client.listChannels({})).channels).toMatchObject([{ name: 'More images' }]);
});
