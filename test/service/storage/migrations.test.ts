import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from 'vitest';
import { DownloadStore } from '../../../source/service/storage/download-store.ts';
import { migrations } from '../../../source/service/storage/migrations.ts';
import { initialDownload } from '../../../source/service/storage/record.ts';
import type { Database } from '../../../source/service/storage/sqlite.ts';

/** Columns of the record tables by the released step that adds them. A released step never changes. */
const released: Readonly<Record<number, readonly string[]>> = {
	1: [
		'downloads: infohash TEXT, name TEXT, magnet TEXT, size INTEGER, total_pieces INTEGER, destination TEXT, wanted TEXT, checking INTEGER, selected TEXT, hops INTEGER, safe_seeding INTEGER, time_added INTEGER, error TEXT',
		'transfers: infohash TEXT, bitfield BLOB, progress REAL, total_down INTEGER, total_up INTEGER',
	],
	2: ['downloads: max_download_speed INTEGER, max_upload_speed INTEGER'],
	3: ['downloads: trackers TEXT'],
	4: ['downloads: removing TEXT'],
	5: ['downloads: web_seeds TEXT'],
	7: [
		'channels: id TEXT, own INTEGER, name TEXT, description TEXT, version INTEGER, created INTEGER, updated INTEGER, bytes INTEGER, search TEXT, head BLOB?',
	],
	8: [
		'feeds: number INTEGER, url TEXT, title TEXT, etag TEXT, last_modified TEXT, ttl_minutes INTEGER, last_check INTEGER?, next_check INTEGER, failures INTEGER, error TEXT, filter TEXT, filter_after INTEGER',
		'feed_items: number INTEGER, feed INTEGER, key TEXT, title TEXT, uri TEXT, infohash TEXT, size INTEGER?, published INTEGER?, found INTEGER, status TEXT, reason TEXT, attempts INTEGER, in_channel INTEGER',
	],
	9: ['feeds: scope TEXT'],
	10: [
		'downloads: label TEXT, given_name TEXT, sequential INTEGER, priorities TEXT, own_trackers INTEGER, queue_position INTEGER?, forced INTEGER, seeding_ratio REAL?, seeding_minutes INTEGER?, ended TEXT, time_finished INTEGER?, moving TEXT, completion_due INTEGER',
		'transfers: seeding_seconds INTEGER',
	],
	12: ['downloads: mount_point TEXT, unverified INTEGER'],
	13: ['downloads: own_files BLOB, uses_files INTEGER'],
	14: ['downloads: links TEXT'],
};
/** Number of steps that are released. */
const RELEASED = 14;

interface ColumnInfo {
	readonly name: string;
	readonly type: string;
	readonly notnull: number;
	readonly pk: number;
}

/** Returns 'name TYPE' of the columns of a table, with a '?' if they may be null. */
function columnsOf(database: Database, table: string): string[] {
	const rows: ColumnInfo[] = database.prepare('SELECT * FROM pragma_table_info(?)').all(table);
	return rows.map(({ name, type, notnull, pk }) => `${name} ${type}${notnull + pk > 0 ? '' : '?'}`);
}

test('the released steps add the same columns as ever', () => {
	const database = new DatabaseSync(':memory:');
	const known = new Map<string, number>();
	for (const [index, step] of migrations.slice(0, RELEASED).entries()) {
		database.exec(step);
		const added = ['downloads', 'transfers', 'channels', 'feeds', 'feed_items'].flatMap((table) => {
			const columns = columnsOf(database, table);
			const before = known.get(table) ?? 0;
			known.set(table, columns.length);
			return columns.length > before ? [`${table}: ${columns.slice(before).join(', ')}`] : [];
		});
		expect(added).toEqual(released[index + 1] ?? []);
	}
	database.close();
});

test('a download of the first step has the initial values of the fields that later steps add', () => {
	const database = new DatabaseSync(':memory:');
	const [first = '', ...later] = migrations;
	database.exec(`${first}
		INSERT INTO downloads (infohash, name, magnet, size, total_pieces, destination, wanted, checking, selected,
			hops, safe_seeding, time_added, error)
		VALUES ('1', 'old', '', 5, 0, '/data', 'stopped', 0, 'null', 0, 0, 16, '');`);
	for (const step of later) database.exec(step);
	expect(new DownloadStore(database).load()).toEqual([
		{
			...initialDownload,
			infohash: '1',
			name: 'old',
			magnet: '',
			size: 5,
			destination: '/data',
			requestedState: 'stopped',
			hops: 0,
			safeSeeding: false,
			timeAdded: 16,
		},
	]);
	database.close();
});
