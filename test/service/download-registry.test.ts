import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseTorrent } from '../../source/metainfo/metainfo.ts';
import { DownloadRegistry, notSaved } from '../../source/service/downloads/download-registry.ts';
import { damageText } from '../../source/service/downloads/stored-metainfo.ts';
import { openDatabase } from '../../source/service/storage/database.ts';
import { DownloadStore } from '../../source/service/storage/download-store.ts';
import type { DownloadRecord } from '../../source/service/storage/record.ts';
import type { Database } from '../../source/service/storage/sqlite.ts';
import { storeText } from '../../source/service/storage/transaction.ts';
import { torrentOf } from '../metainfo/bencoded.ts';
import { blankRecord } from '../programs/blank-record.ts';
import { idleStatus } from '../programs/engine-status.ts';
import { ANY, containing, exactly } from '../programs/message-pattern.ts';
import { type TemporaryFolder, temporaryFolder } from '../programs/temporary-folder.ts';

let folder: TemporaryFolder;
let database: Database;
let store: DownloadStore;
let book: DownloadRegistry;
let reports: string[];

beforeEach(async () => {
	folder = await temporaryFolder();
	reports = [];
	database = openDatabase(folder.path);
	store = new DownloadStore(database);
	book = new DownloadRegistry(
		store,
		() => {},
		(failure) => reports.push(failure ?? 'saved'),
	);
});

afterEach(async () => {
	book.close();
	await folder.remove();
});

/** The database may not grow by a page, as on a full disk. */
function fill(): void {
	database.exec('PRAGMA max_page_count = 1');
}

function makeRoom(): void {
	database.exec('PRAGMA max_page_count = 100000');
}

const record = (infohash: string, more: Partial<DownloadRecord> = {}): DownloadRecord => ({
	...blankRecord(infohash),
	...more,
});

/** A text that needs some pages. */
const long = 'x'.repeat(100_000);

test('a change that the full disk refuses is rejected with a reason, and has no effect', () => {
	const known = record('known');
	book.add(known, undefined);
	fill();
	expect(() => book.change(known, { requestedState: 'stopped', error: long })).toThrow(
		expect.objectContaining({
			code: 'StorageError',
			message: expect.stringMatching(exactly(storeText.unwritable(`${ANY}full${ANY}`))),
		}),
	);
	expect(known).toEqual(record('known'));
	expect(() => book.add(record('new', { name: long }), undefined)).toThrow(/full/);
	expect([...book.records]).toEqual([known]);
	makeRoom();
	book.change(known, { requestedState: 'stopped' });
	expect(known.requestedState).toBe('stopped');
});

test('changes while the disk is full are saved once there is space, and reported once', () => {
	const known = record('known');
	book.add(known, undefined);
	fill();
	book.applyChange(known, { error: long });
	known.totalDown = 7;
	book.markProgress(known);
	for (let time = 0; time < 3; time++) book.save();
	expect(known.error).toBe(long);
	expect(reports).toEqual([expect.stringMatching(exactly(notSaved(`${ANY}full${ANY}`)))]);
	makeRoom();
	book.save();
	expect(reports.slice(1)).toEqual(['saved']);
	expect(store.load()).toEqual([record('known', { error: long, totalDown: 7 })]);
});

test('a change after saved progress waits for the disk again', () => {
	const known = record('known');
	book.add(known, undefined);
	const mode = () => database.prepare('PRAGMA synchronous').get();
	const before = mode();
	store.saveTransfers([known]);
	expect(mode()).toEqual(before);
	fill();
	expect(() => store.saveTransfers([record('unsaved', { bitfield: new Uint8Array(100_000) })])).toThrow();
	expect(mode()).toEqual(before);
});

test('a changed download keeps its place among those of the same second', () => {
	const [first, second] = [record('first'), record('second')];
	for (const each of [first, second]) book.add(each, undefined);
	book.change(first, { label: 'music' });
	expect(store.load().map(({ infohash }) => infohash)).toEqual(['first', 'second']);
});

test('several downloads are changed together with other rows, or none is', () => {
	const [first, second, removed] = [record('first'), record('second'), record('removed')];
	for (const each of [first, second, removed]) book.add(each, undefined);
	book.hide(removed);
	const changed = [first, second, removed];
	const write = () => database.exec("INSERT INTO labels (name, record) VALUES ('music', '{}')");
	book.changeAll(changed, { label: 'music' }, write);
	const labels = () => [changed.map(({ label }) => label), store.load().map(({ label }) => label)];
	expect(labels()).toEqual([Array(3).fill('music'), Array(3).fill('music')]);
	expect(() => book.changeAll(changed, { label: 'other' }, write)).toThrow(/UNIQUE/);
	expect(labels()).toEqual([Array(3).fill('music'), Array(3).fill('music')]);
	fill();
	expect(() => book.changeAll([first], { label: long }, () => {})).toThrow(/full/);
	expect(first.label).toBe('music');
});

test('damage of a running download is reported once, so that the engine stops it', () => {
	const damaged: string[] = [];
	book.onDamage(({ infohash }) => damaged.push(infohash));
	const torrent = torrentOf({ 'file 0': 1 });
	const { infohash } = parseTorrent(torrent);
	const [running, stopped] = [record(infohash), record('stopped')];
	for (const each of [running, stopped]) book.add(each, torrent.subarray(1));
	book.setLive(running, idleStatus(infohash));
	for (const each of [running, stopped, running]) expect(book.metainfo(each)).toBeUndefined();
	expect([damaged, running.checking, running.unverified]).toEqual([[infohash], false, true]);
	expect(running.error).not.toBe('');
});

test('events of a removed download leave no trace', () => {
	const known = record('known');
	book.add(known, undefined);
	book.remove(known);
	book.applyChange(known, { error: 'too late' });
	expect(store.load()).toEqual([]);
});

test('a damaged row is reported with its location and the next step', () => {
	book.add(record('known'), undefined);
	database.exec("UPDATE downloads SET selected = '[1'");
	expect(() => store.load()).toThrow(exactly(storeText.unreadable(ANY)));
});

test('reading ahead reads the metainfo of a download once for all concurrent callers', async () => {
	const torrent = torrentOf(Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`file ${n}`, 1])));
	const { infohash } = parseTorrent(torrent);
	const known = record(infohash);
	book.add(known, torrent);
	await Promise.all([book.readAhead(known), book.readAhead(known)]);
	const metainfo = book.metainfo(known);
	expect(metainfo?.files).toHaveLength(2_000);
	await book.readAhead(known);
	expect(book.metainfo(known)).toBe(metainfo);
});

test('reading ahead does not report damage; the caller of the metainfo does', async () => {
	const known = record('0'.repeat(40));
	book.add(known, torrentOf({ file: 1 }));
	const broken = record('1'.repeat(40));
	book.add(broken, Buffer.from('no torrent'));
	const missing = record('2'.repeat(40), { magnet: 'magnet:?xt=urn:btih:2' });
	book.add(missing, undefined);
	for (const each of [known, broken, missing]) {
		await book.readAhead(each);
		expect(each.error).toBe('');
		expect(book.metainfo(each)).toBeUndefined();
	}
	expect(known.error).toContain(damageText.ofOther);
	expect(broken.error).toMatch(containing(damageText.damaged(ANY)));
	expect(missing.error).toBe('');
});

test('a download that is removed while its metainfo is read ahead leaves no data', async () => {
	const torrent = torrentOf(Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`file ${n}`, 1])));
	const known = record(parseTorrent(torrent).infohash);
	book.add(known, torrent);
	const reading = book.readAhead(known);
	book.remove(known);
	await reading;
	expect(book.metainfo(known)).toBeUndefined();
});
