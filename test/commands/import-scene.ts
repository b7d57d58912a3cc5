import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll } from 'vitest';
import { makeFolder } from '../fixtures/folder.ts';
import { removeAll, runService, type TestService } from '../fixtures/service.ts';
import { type MadeTorrent, makeTorrent } from '../programs/torrents.ts';
import { runHere } from './run-here.ts';

const bencoded = (text: string) => `${Buffer.byteLength(text)}:${text}`;

/** Writes the state of transmission with a complete torrent. */
async function writeState(
	folder: string,
	{ infohash, bytes }: MadeTorrent,
	destination: string,
): Promise<void> {
	for (const kind of ['torrents', 'resume']) await mkdir(join(folder, kind), { recursive: true });
	await writeFile(join(folder, `torrents/${infohash}.torrent`), bytes);
	const values = `11:destination${bencoded(destination)}6:pausedi0e8:progressd6:blocks3:alle8:uploadedi7e`;
	await writeFile(join(folder, `resume/${infohash}.resume`), `d${values}e`);
}

export let service: TestService;

/** Starts the service of the tests of a file, without downloads in each test. */
export function prepareService(): void {
	beforeAll(async () => {
		service = await runService({ flags: ['--log-level', 'debug'] });
	});

	afterEach(() => removeAll(service));
}

/** Makes a state of transmission and its data in a new folder. */
export async function withState(
	files: Readonly<Record<string, number>>,
	{ stateFolder }: Pick<TestService, 'stateFolder'> = service,
) {
	const folder = await makeFolder();
	const data = join(folder, 'data');
	const torrent = await makeTorrent(data, 'moved', files);
	const state = join(folder, 'transmission');
	await writeState(state, torrent, data);
	const invoke = (...more: string[]) =>
		runHere(['import', 'transmission', state, '--state-dir', stateFolder, ...more]);
	return { folder, data, torrent, state, invoke };
}

export async function listed(service: Pick<TestService, 'client'>) {
	const { downloads } = await service.client().listDownloads();
	return downloads;
}
