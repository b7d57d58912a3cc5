import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { downloadsOf, type TestService } from '../fixtures/service.ts';
import { describeManyFiles } from '../programs/many-files.ts';
import { until } from '../programs/until.ts';

const PER_FOLDER = 1_000;

/** A download of many small files. */
export interface ManySmallFiles {
	readonly infohash: string;
	/** Folder of the torrent's data. */
	readonly root: string;
	file(n: number): string;
}

/** Lets a service seed a torrent of many small files. */
export async function seedFiles(service: TestService, count: number): Promise<ManySmallFiles> {
	const destination = join(service.folder, 'data');
	const root = join(destination, 'many');
	const file = (n: number) => join(root, `part ${Math.floor(n / PER_FOLDER)}`, `file ${n}.bin`);
	for (let n = 0; n < count; n++) {
		if (n % PER_FOLDER === 0) mkdirSync(join(root, `part ${n / PER_FOLDER}`), { recursive: true });
		writeFileSync(file(n), Buffer.alloc(16));
	}
	const { path, infohash } = await describeManyFiles(service.folder, 'many', {
		files: count,
		perFolder: PER_FOLDER,
	});
	await service.client().addDownload({ body: { uri: path, destination } });
	await until(async () => (await downloadsOf(service))[0]?.status === 'SEEDING');
	return { infohash, root, file };
}
