/**
 * Measures the index of paths with 10,000 downloads of 100 files each: `npx tsx --expose-gc test/bench/paths/measure-owners.ts`.
 * With `--one-root`, all downloads have the same root folder.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseTorrent } from '../../../source/metainfo/metainfo.ts';
import { newRecord } from '../../../source/service/downloads/addition.ts';
import { DownloadRegistry } from '../../../source/service/downloads/download-registry.ts';
import { PathOwners } from '../../../source/service/downloads/path-owners.ts';
import { openDatabase } from '../../../source/service/storage/database.ts';
import { DownloadStore } from '../../../source/service/storage/download-store.ts';
import { torrentOf } from '../../metainfo/bencoded.ts';

const FILES = 100;
const counts = [1_000, 10_000];
const isOneRoot = process.argv.includes('--one-root');

/** Adds a download of FILES files to a registry. */
function add(registry: DownloadRegistry, destination: string, number: number) {
	const files = Array.from({ length: FILES }, (_, file) => [`part ${number}/file ${file}.bin`, 16_384]);
	const name = isOneRoot ? 'root' : `root ${number}`;
	const bytes = torrentOf(Object.fromEntries(files), { name });
	const metainfo = parseTorrent(bytes);
	const source = { kind: 'torrent', bytes, metainfo } as const;
	const record = newRecord({ source, destination, hops: 0, safeSeeding: false, selected: null });
	registry.add(record, bytes);
	return record;
}

const usedBytes = (): number => {
	globalThis.gc?.();
	return process.memoryUsage().heapUsed + process.memoryUsage().external;
};

for (const count of counts) {
	const folder = mkdtempSync(join(tmpdir(), 'seedtop-owners-'));
	const database = openDatabase(join(folder, 'state'));
	database.exec('PRAGMA synchronous = OFF');
	const store = new DownloadStore(database);
	const registry = new DownloadRegistry(
		store,
		() => {},
		() => {},
	);
	for (let number = 0; number < count; number++) add(registry, folder, number);
	const before = usedBytes();
	const owners = new PathOwners(registry);
	const claim = {
		absent: Array.from({ length: FILES }, (_, index) => index),
		existing: [],
		proven: [],
		unowned: [],
		unread: [],
	};
	const times: number[] = [];
	for (let round = 0; round < 5; round++) {
		const newcomer = add(registry, folder, count + round);
		const start = performance.now();
		await owners.decide(newcomer, claim);
		times.push(performance.now() - start);
	}
	const [first = 0, ...others] = times;
	const mebibytes = (usedBytes() - before) / 1024 / 1024;
	const later = others.map((time) => time.toFixed(1)).join(', ');
	process.stdout.write(
		`${count} downloads, ${count * FILES} files: index ${first.toFixed(0)} ms and ${mebibytes.toFixed(1)} MiB; claims of ${FILES} files ${later} ms\n`,
	);
	store.close();
	rmSync(folder, { recursive: true });
}
