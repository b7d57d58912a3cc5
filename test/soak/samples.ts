import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { children } from '../programs/children.ts';
import type { RunningService } from '../programs/service-process.ts';

/** Values of all figures at one time, by title. Bytes, or counts. */
export type Sample = ReadonlyMap<string, number>;

/** Returns the figures of a service, its engine and its files. `name` begins their titles. */
export async function sampleService(name: string, service: RunningService): Promise<Sample> {
	const pid = service.child.pid ?? 0;
	const [engine = 0] = children(pid);
	const [own, ofEngine, files] = await Promise.all([
		sampleProcess(pid),
		sampleProcess(engine),
		sizesIn(service.stateFolder),
	]);
	const log = files.get('seedtop.db-wal') ?? 0;
	const database = files.get('seedtop.db') ?? 0;
	const all = [...files.values()].reduce((sum, size) => sum + size, 0);
	return new Map([
		...Object.entries(own).map(([figure, value]) => [`${name}: service ${figure}`, value] as const),
		...Object.entries(ofEngine).map(([figure, value]) => [`${name}: engine ${figure}`, value] as const),
		[`${name}: database`, database],
		[`${name}: log of the database`, log],
		[`${name}: other state files`, all - database - log],
		[`${name}: files of downloads`, (await readdir(service.downloadFolder)).length],
	]);
}

async function sampleProcess(pid: number) {
	const [status, descriptors] = await Promise.all([
		readFile(`/proc/${pid}/status`, 'utf8'),
		readdir(`/proc/${pid}/fd`),
	]);
	const value = (field: string): number => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
	return { memory: value('VmRSS') * 1024, descriptors: descriptors.length, threads: value('Threads') };
}

/** Returns the sizes of the files in a folder, without its subfolders. */
async function sizesIn(folder: string): Promise<ReadonlyMap<string, number>> {
	const names = await readdir(folder);
	const sizes = await Promise.all(
		names.map(async (name) => {
			// A temporary file may be gone.
			const found = await stat(join(folder, name)).catch(() => undefined);
			return [name, found?.isFile() ? found.size : 0] as const;
		}),
	);
	return new Map(sizes);
}
