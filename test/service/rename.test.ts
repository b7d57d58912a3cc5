import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { EndpointBody } from '../../source/protocol/endpoints/table.ts';
import { givenNameText } from '../../source/protocol/given-name.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { recordEvents } from '../fixtures/recorded-events.ts';
import {
	addComplete,
	allSeed,
	downloadsOf,
	removeAll,
	runServiceProcess,
	type TestServiceProcess,
} from '../fixtures/service.ts';
import { until } from '../programs/until.ts';

const rename = (service: TestServiceProcess, infohash: string, name: string) =>
	service.client().changeDownload({ params: { infohash }, body: { name } });

async function only(service: TestServiceProcess) {
	const [found] = await downloadsOf(service);
	return found;
}

let service: TestServiceProcess;

beforeAll(async () => {
	service = await runServiceProcess();
});

afterEach(() => removeAll(service));

test('a name is kept across a kill, a move and a removal, whose files have that of the torrent', async () => {
	const infohash = await addComplete(service, 'linux');
	await allSeed(service);
	await rename(service, infohash, 'Debian 13');
	await service.end('SIGKILL');
	await service.restart();
	expect(await only(service)).toMatchObject({ infohash, name: 'Debian 13', torrent_name: 'linux' });
	await allSeed(service);
	expect(existsSync(join(service.downloadFolder, 'linux'))).toBe(true);

	const to = await makeFolder();
	await service.client().moveDownload({ params: { infohash }, body: { destination: to } });
	await until(async () => {
		const found = await only(service);
		return found?.destination === to && found.status === 'SEEDING';
	});
	expect(existsSync(join(to, 'linux'))).toBe(true);
	expect(await only(service)).toMatchObject({ name: 'Debian 13' });

	// A folder with the name that is shown belongs to another program.
	await mkdir(join(to, 'Debian 13'));
	const events = await recordEvents(service.client());
	await service.client().removeDownload({ params: { infohash }, body: { remove_data: true } });
	await events.event('torrent_removed', { infohash, name: 'Debian 13', data_removed: true });
	expect(existsSync(join(to, 'linux'))).toBe(false);
	expect(existsSync(join(to, 'Debian 13'))).toBe(true);
});

test('a name is refused if it is too long or has control characters, and nothing changes', async () => {
	const infohash = await addComplete(service, 'linux');
	const longest = '\u{1f600}'.repeat(255);
	await rename(service, infohash, longest);
	const refused = [
		[`${longest}x`, givenNameText.tooLong],
		['a\u001b[31mb', givenNameText.control],
		['a\u202eb', givenNameText.control],
		['a\u2028b', givenNameText.control],
	] as const;
	for (const [name, message] of refused) {
		const body = { name, max_upload_speed: 5_000 };
		await expect(service.client().changeDownload({ params: { infohash }, body })).rejects.toMatchObject({
			status: 400,
			message: expect.stringContaining(message),
		});
	}
	expect(await only(service)).toMatchObject({ name: longest, max_upload_speed: 0 });
	// The name of the torrent is no name of its own.
	await rename(service, infohash, ' linux ');
	expect(await only(service)).not.toHaveProperty('torrent_name');
});

test('a request with several changes applies none of them if one is refused', async () => {
	const infohash = await addComplete(service, 'linux');
	await allSeed(service);
	const before = await only(service);
	const refused: EndpointBody<'changeDownload'>[] = [
		{ selected_files: [7] },
		{ file_priorities: { high: [7] } },
		{ label: 'a\nb' },
		{ state: 'move_storage', dest_dir: 'relative/folder' },
		{ state: 'move_storage' },
	];
	for (const change of refused) {
		const body = { name: 'Debian 13', max_upload_speed: 5_000, sequential: true, ...change };
		await expect(service.client().changeDownload({ params: { infohash }, body })).rejects.toMatchObject({
			status: 400,
		});
	}
	const { name, max_upload_speed: limit, sequential, label } = before ?? {};
	expect(await only(service)).toMatchObject({ name, max_upload_speed: limit, sequential });
	expect((await only(service))?.label).toBe(label);
});
