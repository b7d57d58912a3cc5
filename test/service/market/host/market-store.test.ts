import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { noteKey } from '../../../../source/service/market/ledger/note.ts';
import { storeText } from '../../../../source/service/storage/transaction.ts';
import { ANY, containing } from '../../../programs/message-pattern.ts';
import { noteOf } from './notes.ts';
import { folderOfTest, openStore } from './opened-store.ts';

test('the ledger refuses changed, deleted and repeated rows, and keeps what it has', async () => {
	const { store, database } = openStore(await folderOfTest());
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
	const { store } = openStore(await folderOfTest());
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
	const { store, database } = openStore(await folderOfTest());
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
	const { store } = openStore(folder);
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
