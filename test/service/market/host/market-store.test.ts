import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { MarketStore } from '../../../../source/service/market/host/market-store.ts';
import { noteKey } from '../../../../source/service/market/ledger/note.ts';
import { openDatabase } from '../../../../source/service/storage/database.ts';
import { storeText } from '../../../../source/service/storage/transaction.ts';
import { bundled } from '../../../programs/bundled.ts';
import { ANY, containing } from '../../../programs/message-pattern.ts';
import { temporaryFolder } from '../../../programs/temporary-folder.ts';
import { Chance } from '../../kill/chance.ts';
import { noteOf } from './notes.ts';

/** Path of the bundle of the program that is killed. */
let program: string;

beforeAll(async () => {
	program = await bundled(fileURLToPath(new URL('./write-rounds.ts', import.meta.url)));
});

async function folderOfTest(): Promise<string> {
	const folder = await temporaryFolder();
	onTestFinished(() => folder.remove());
	return folder.path;
}

function open(folder: string) {
	const database = openDatabase(folder);
	onTestFinished(() => database.close());
	return { store: new MarketStore(database), database };
}

/** Runs the program until it reported `count` inputs, kills it, and returns the last one that it reported. */
async function runAndKill(folder: string, count: number): Promise<number> {
	const child = spawn(process.execPath, [program, folder], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const closed = once(child, 'close');
	let reported = 0;
	let last = -1;
	for await (const line of createInterface({ input: child.stdout })) {
		last = Number(line);
		if (++reported === count) child.kill('SIGKILL');
	}
	await closed;
	expect(child.signalCode).toBe('SIGKILL');
	return last;
}

test('MarketStore keeps each input completely or not at all when its process is killed', async () => {
	const folder = await folderOfTest();
	const state = join(folder, 'state');
	const chance = new Chance(16);
	for (let kill = 0; kill < 6; kill++) {
		const last = await runAndKill(state, 1 + chance.below(40));
		// A closed database stays locked until its statements are collected.
		const copy = `${folder}/copy-${kill}`;
		cpSync(state, copy, { recursive: true });
		const { orders, transactions, proposals, ledger } = open(copy).store.load();
		const stored = ledger.length - 1;
		// The kill may happen between the commit and the report.
		expect([last, last + 1]).toContain(stored);
		expect(ledger).toEqual(ledger.map((_, round) => ({ kind: 'paid', note: noteOf(round) })));
		expect(orders).toEqual([{ key: '1', record: { number: stored } }]);
		expect(transactions).toContainEqual({ key: String(stored % 5), record: { number: stored } });
		expect(proposals.map(({ record }) => record)).toHaveLength(Math.min(3, stored + 1));
	}
});

test('the ledger refuses changed, deleted and repeated rows, and keeps what it has', async () => {
	const { store, database } = open(await folderOfTest());
	const paid = { kind: 'paid', note: noteOf(0) } as const;
	const confirmed = { kind: 'confirmed', note: { ...noteOf(0), receipt: 'r' } } as const;
	store.write([], [paid, confirmed]);
	for (const sql of ["UPDATE market_ledger SET kind = 'received'", 'DELETE FROM market_ledger WHERE true']) {
		expect(() => database.exec(sql)).toThrow('append-only');
	}
	const order = { table: 'orders', key: '1', record: {} } as const;
	expect(() => store.write([order], [paid])).toThrow(containing(storeText.unwritable(ANY)));
	expect(store.load()).toMatchObject({ orders: [], ledger: [paid, confirmed] });
});

test('MarketStore deletes the notes of a transaction when it records its id, and finds that again', async () => {
	const { store } = open(await folderOfTest());
	const [id, other] = ['ab'.repeat(32), 'cd'.repeat(32)];
	const note = { ...noteOf(0), transaction: id };
	const kept = { kind: 'paid', note: { ...noteOf(0), transaction: other } } as const;
	store.write([], [{ kind: 'paid', note }, { kind: 'confirmed', note: { ...note, receipt: 'r' } }, kept]);
	const sum = { table: 'sums', key: 'MB', record: { units: '-1' } } as const;
	store.write([sum], [], [{ notes: [noteKey(note)], used: [id] }]);
	expect(store.load()).toMatchObject({ sums: [{ key: 'MB', record: { units: '-1' } }], ledger: [kept] });
	expect([store.isUsed(id), store.isUsed(other)]).toEqual([true, false]);
	const unrecorded = { notes: [noteKey(kept.note)], used: [] };
	expect(() => store.write([], [], [unrecorded])).toThrow(containing(storeText.unwritable(ANY)));
	expect(store.load().ledger).toEqual([kept]);
});

test('MarketStore loads nothing if a row of the ledger is damaged', async () => {
	const { store, database } = open(await folderOfTest());
	store.write([], [{ kind: 'paid', note: noteOf(0) }]);
	database.exec(
		`INSERT INTO market_ledger (note, kind, record) VALUES ('x', 'paid', '{"amount":"1e3","round":1}')`,
	);
	expect(() => store.load()).toThrow(containing(storeText.unreadable(ANY)));
});

test('MarketStore writes nothing of an input when the disk is full', async ({ skip }) => {
	const folder = join(await folderOfTest(), 'disk');
	mkdirSync(folder);
	if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status !== 0) {
		skip('a small disk takes the right to mount one');
	}
	onTestFinished(() => void spawnSync('umount', ['--lazy', folder]));
	const { store } = open(folder);
	store.write([{ table: 'orders', key: '1', record: { at: 'first' } }], []);
	const filler = join(folder, 'filler');
	const { bavail, bsize } = statfsSync(folder);
	writeFileSync(filler, Buffer.alloc(bavail * bsize));
	const large = 'x'.repeat(20_000);
	const write = () =>
		store.write([{ table: 'orders', key: '1', record: { large } }], [{ kind: 'paid', note: noteOf(0) }]);
	expect(write).toThrow(containing(storeText.unwritable(ANY)));
	expect(() => store.probe()).toThrow(containing(storeText.unwritable(ANY)));
	expect(store.load()).toMatchObject({ orders: [{ record: { at: 'first' } }], ledger: [] });
	rmSync(filler);
	store.probe();
	write();
	expect(store.load().ledger).toHaveLength(1);
});
