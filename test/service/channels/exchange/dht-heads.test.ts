import { expect, test } from 'vitest';
import {
	DhtHeads,
	type DhtHeadsOptions,
	HEAD_SALT,
} from '../../../../source/service/channels/exchange/dht-heads.ts';
import { isValidItem, MAX_VALUE_BYTES } from '../../../../source/service/engine/dht-item.ts';
import type { DhtItem } from '../../../../source/service/engine/dht-port.ts';
import { newIdentity } from '../../overlay/overlay-fixture.ts';
import { Simulation } from './simulation.ts';

const HOUR_MS = 3_600_000;

/** Two services with a DHT that keeps valid items. */
function withDht() {
	const simulation = new Simulation();
	const items = new Map<string, DhtItem>();
	const dht = {
		dhtPut: async (item: DhtItem) => {
			if (!isValidItem(item)) throw new Error('invalid item');
			items.set(Buffer.from(item.key).toString('hex'), item);
			return 8;
		},
		dhtGet: async (key: Uint8Array, salt: Uint8Array) => {
			expect(salt).toEqual(HEAD_SALT);
			return items.get(Buffer.from(key).toString('hex')) ?? null;
		},
	};
	const versions = new Map<string, { version: number }>();
	const seen: [string, number, string | undefined][] = [];
	const author = newIdentity();
	const options: DhtHeadsOptions = {
		dht,
		identity: author,
		address: '198.18.0.1:7000',
		clock: simulation,
		versions: () => versions,
		newer: (...found) => seen.push(found),
	};
	const publisher = new DhtHeads(options);
	const reader = new DhtHeads({ ...options, identity: newIdentity() });
	const head = {
		channel: author.id,
		version: 7,
		name: '字'.repeat(200),
		description: '',
		created: 0,
		updated: 0,
		torrents: 0,
		size: 0,
		index: 'a'.repeat(64),
		sentMs: 0,
		expiresMs: 0,
		envelope: new Uint8Array(),
	};
	/** Runs some time, and what follows from it. */
	const run = async (ms: number) => {
		simulation.run(ms);
		for (let turn = 0; turn < 20; turn++) await Promise.resolve();
	};
	return { author, items, versions, seen, publisher, reader, head, run };
}

test('a head is put into the DHT after a change and every hour, signed and within the limits', async () => {
	const { author, items, publisher, head, run } = withDht();
	publisher.start();
	publisher.published(head);
	await run(60_000);
	const first = items.get(author.id);
	if (!first) throw new Error('there is no item');
	expect(first.value.length).toBeLessThanOrEqual(MAX_VALUE_BYTES);
	await run(HOUR_MS);
	expect(items.get(author.id)?.sequence).toBeGreaterThan(first.sequence);
	publisher.close();
	items.clear();
	await run(3 * HOUR_MS);
	expect(items.size).toBe(0);
});

test('a newer version of a known channel is found in the DHT', async () => {
	const { author, versions, seen, publisher, reader, head, run } = withDht();
	publisher.published(head);
	await run(60_000);
	reader.start();
	await run(60_000);
	// Only known channels are looked up.
	expect(seen).toEqual([]);
	versions.set(author.id, { version: 6 });
	await run(HOUR_MS);
	expect(seen).toEqual([[author.id, 7, '198.18.0.1:7000']]);
	versions.set(author.id, { version: 7 });
	await run(2 * HOUR_MS);
	expect(seen).toHaveLength(1);
});

test('an item with other fields changes nothing, and the next valid one counts', async () => {
	const { author, items, versions, seen, reader, head, publisher, run } = withDht();
	const value = Buffer.from('{"v":1,"version":"9"}');
	const item = { salt: HEAD_SALT, sequence: 1, value };
	const key = Buffer.from(author.id, 'hex');
	items.set(author.id, { ...item, key, signature: author.signItem(item) });
	versions.set(author.id, { version: 1 });
	reader.start();
	await run(HOUR_MS);
	expect(seen).toEqual([]);
	publisher.published({ ...head, version: 2 });
	await run(60_000);
	await run(HOUR_MS);
	expect(seen).toHaveLength(1);
});
