import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { migrations } from '../../../source/service/storage/migrations.ts';
import type { MadeTorrent } from '../../programs/torrents.ts';

/** Makes the database of a seedtop that knew only the first step, with a stopped download of a torrent. */
export function makeOlderDatabase(stateFolder: string, torrent: MadeTorrent, destination: string): string {
	mkdirSync(stateFolder, { recursive: true });
	const path = join(stateFolder, 'seedtop.db');
	const database = new DatabaseSync(path);
	const bytes = (value: Uint8Array) => `x'${Buffer.from(value).toString('hex')}'`;
	// No prepared statements, which would keep it open.
	database.exec(`
		PRAGMA journal_mode = WAL; ${migrations[0]} PRAGMA user_version = 1;
		INSERT INTO downloads (infohash, name, magnet, size, total_pieces, destination, wanted, checking, selected,
			hops, safe_seeding, time_added, error)
		VALUES ('${torrent.infohash}', 'of-old', '', 50000, 4, '${destination}', 'stopped', 0, '[0]', 0, 0, 1600000000, '');
		INSERT INTO torrents VALUES ('${torrent.infohash}', ${bytes(torrent.bytes)});
		INSERT INTO transfers VALUES ('${torrent.infohash}', x'f0', 1, 50000, 12345);`);
	database.close();
	return path;
}
