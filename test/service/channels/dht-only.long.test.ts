import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { closedPort } from '../../../source/demo/closed-port.ts';
import { HEAD_SALT } from '../../../source/service/channels/exchange/dht-heads.ts';
import { DhtHost } from '../../../source/service/engine/webtorrent/dht/dht-host.ts';
import { ADDRESSES_FILE } from '../../../source/service/overlay/saved-addresses.ts';
import type { TestService } from '../../fixtures/service.ts';
import { addressOf, libraryNetwork } from '../../programs/local-dht.ts';
import { until } from '../../programs/until.ts';
import { createChannel, flagsOf, namesIn, publish, runInDht, settingsIn } from './in-dht.ts';

const settingsOf = ({ folder }: TestService): string => join(folder, 'settings.json');

const containsAll = (text: string, parts: readonly string[]) => parts.every((part) => text.includes(part));

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
