import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BLOCKS_FILE, BlockList } from '../../../source/service/overlay/block-list.ts';
import { overlayLimits } from '../../../source/service/overlay/limits.ts';
import { Offenses } from '../../../source/service/overlay/offenses.ts';
import { ADDRESSES_FILE, savedAddresses } from '../../../source/service/overlay/saved-addresses.ts';
import { makeFolder } from '../../fixtures/folder.ts';
import { startOverlay, untilConnected } from './overlay-fixture.ts';

const A = 'a'.repeat(64);
const B = 'b'.repeat(64);

describe('BlockList', () => {
	test('is on the disk when a service is blocked', async () => {
		const folder = await makeFolder();
		const blocks = new BlockList(folder, () => {});
		expect([blocks.add(A, 'first', 1), blocks.add(A, 'again', 2)]).toEqual([true, false]);
		const path = join(folder, BLOCKS_FILE);
		expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
			blocked: [{ id: A, reason: 'first', timeMs: 1 }],
		});
		expect((await stat(path)).mode & 0o777).toBe(0o600);
		const restored = new BlockList(folder, () => {});
		expect([restored.has(A), restored.has(B)]).toEqual([true, false]);
	});

	test.each(['', '{', 'null', '[]', '{"blocked":7}', '{"blocked":[null,{"id":"x","reason":1}]}'])(
		'starts empty with the content %j',
		async (content) => {
			const folder = await makeFolder();
			await writeFile(join(folder, BLOCKS_FILE), content);
			const blocks = new BlockList(folder, () => {});
			expect(blocks.has(A)).toBe(false);
			blocks.add(A, 'x', 1);
			expect(new BlockList(folder, () => {}).has(A)).toBe(true);
		},
	);

	test('forgets a service that is unblocked, also after a restart', async () => {
		const folder = await makeFolder();
		const blocks = new BlockList(folder, () => {});
		for (const id of [A, B]) blocks.add(id, 'x', 1);
		expect([blocks.delete(A), blocks.delete(A)]).toEqual([true, false]);
		for (const list of [blocks, new BlockList(folder, () => {})]) {
			expect(list.all().map(({ id }) => id)).toEqual([B]);
		}
	});

	test('forgets the oldest beyond its maximum', async () => {
		const folder = await makeFolder();
		const id = (index: number) => index.toString(16).padStart(64, '0');
		const blocked = Array.from({ length: 10_000 }, (_, index) => ({
			id: id(index),
			reason: '',
			timeMs: index,
		}));
		await writeFile(join(folder, BLOCKS_FILE), JSON.stringify({ blocked }));
		const blocks = new BlockList(folder, () => {});
		blocks.add(A, 'x', 1);
		expect([blocks.has(id(0)), blocks.has(id(1)), blocks.has(A)]).toEqual([false, true, true]);
	});

	test('stays in memory and logs a failure if it cannot be written', async () => {
		const folder = join(await makeFolder(), 'state');
		await mkdir(folder);
		const lines: string[] = [];
		const blocks = new BlockList(folder, (_, message) => lines.push(message));
		await rm(folder, { recursive: true });
		blocks.add(A, 'x', 1);
		expect(blocks.has(A)).toBe(true);
		expect(lines.join()).toContain(BLOCKS_FILE);
	});
});

test('addresses are saved at the end, and only verified ones', async () => {
	const a = await startOverlay();
	const b = await startOverlay({ peers: [a.address], announces: false });
	await untilConnected(a, b);
	await b.close();
	const content = JSON.parse(await readFile(join(b.stateFolder, ADDRESSES_FILE), 'utf8'));
	expect(savedAddresses(content)).toEqual([{ address: a.address, id: a.id }]);
	expect(await readdir(b.stateFolder)).toEqual([ADDRESSES_FILE]);
});

test('savedAddresses ignores invalid content', () => {
	const valid = { address: '8.8.8.8:6881', id: A };
	const rows = [null, 7, {}, { ...valid, id: 'x' }, { ...valid, address: 'x' }, valid];
	expect(savedAddresses({ addresses: rows })).toEqual([valid]);
	for (const content of [undefined, null, 7, [], { addresses: {} }])
		expect(savedAddresses(content)).toEqual([]);
});

describe('Offenses', () => {
	const limits = { ...overlayLimits, offenses: 3, forgiveMs: 1_000, blockMs: 100, maxBlockMs: 1_000 };

	test('block a service for a growing time', () => {
		const offenses = new Offenses(limits);
		const durations = Array.from({ length: 8 }, () => {
			offenses.count(A, 0);
			offenses.count(A, 0);
			return offenses.count(A, 0);
		});
		expect(durations).toEqual([100, 200, 400, 800, 1_000, 1_000, 1_000, 1_000]);
		expect([offenses.isBlocked(A, 999), offenses.isBlocked(A, 1_000)]).toEqual([true, false]);
		expect(offenses.isBlocked(B, 0)).toBe(false);
	});

	test('are forgiven one by one', () => {
		const offenses = new Offenses(limits);
		expect([0, 1_000, 2_000, 3_000, 3_001].map((nowMs) => offenses.count(A, nowMs))).toEqual([
			undefined,
			undefined,
			undefined,
			undefined,
			undefined,
		]);
		expect(offenses.count(A, 3_002)).toBe(100);
	});
});
