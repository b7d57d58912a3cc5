import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../source/service/storage/database.ts';
import { makeFolder } from '../../fixtures/folder.ts';

test('the log of the database is cut after a large transaction, and removed rows leave their space to others', async () => {
	const folder = await makeFolder();
	const database = openDatabase(folder);
	onTestFinished(() => database.close());
	const sizeOf = (file: string) => statSync(join(folder, file)).size;
	const write = (bytes: number) => {
		database.prepare("INSERT OR REPLACE INTO torrents VALUES ('a', zeroblob(?))").run(bytes);
		database.exec('DELETE FROM torrents');
	};
	write(30_000_000);
	for (let count = 0; count < 3; count++) write(10_000);
	expect(sizeOf('seedtop.db-wal')).toBeLessThanOrEqual(8 * 1024 * 1024);
	const file = sizeOf('seedtop.db');
	expect(file).toBeGreaterThan(30_000_000);
	write(29_000_000);
	expect(sizeOf('seedtop.db')).toBe(file);
});
