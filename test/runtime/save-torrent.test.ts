import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../source/client/client.ts';
import { AbsentError } from '../../source/client/http/errors.ts';
import { saveFileText } from '../../source/runtime/save-file.ts';
import { saveTorrent } from '../../source/runtime/session.ts';
import { temporaryFolder } from '../programs/temporary-folder.ts';
import { startService } from './service.ts';

const infohash = 'a'.repeat(40);
const content = Buffer.from([0x64, 0, 255, 0x65]);

async function saver() {
	const service = await startService();
	service.answers[`GET /downloads/${infohash}/torrent`] = (response) => void response.end(content);
	const client = createClient({ url: service.url });
	const folder = await temporaryFolder();
	onTestFinished(async () => {
		await client.close();
		await folder.remove();
	});
	const save = (path: string, overwrite = false) =>
		saveTorrent(client, { infohash, path, name: 'its name.torrent', overwrite });
	return { service, folder: folder.path, save };
}

test('saveTorrent saves a file byte by byte; in a folder it names the file', async () => {
	const { folder, save } = await saver();
	const path = join(folder, 'one.torrent');
	expect(await save(path)).toEqual({ kind: 'saved', path, bytes: 4 });
	expect(await readFile(path)).toEqual(content);
	await mkdir(join(folder, 'sub'));
	expect(await save(join(folder, 'sub'))).toMatchObject({ path: join(folder, 'sub/its name.torrent') });
});

test('saveTorrent keeps an existing file, and replaces it completely on request', async () => {
	const { service, folder, save } = await saver();
	const path = join(folder, 'one.torrent');
	await writeFile(path, 'mine');
	expect(await save(path)).toEqual({ kind: 'exists' });
	expect(await readFile(path, 'utf8')).toBe('mine');
	// The service receives no request.
	expect(service.count(`GET /downloads/${infohash}/torrent`)).toBe(0);
	expect(await save(path, true)).toMatchObject({ kind: 'saved' });
	expect(await readFile(path)).toEqual(content);
	expect(await readdir(folder)).toEqual(['one.torrent']);
});

test('saveTorrent reports a failure in a sentence, and leaves no file', async () => {
	const { service, folder, save } = await saver();
	await expect(save(join(folder, 'nowhere/x.torrent'))).rejects.toMatchObject({
		message: saveFileText.noFolder(join(folder, 'nowhere')),
		hint: saveFileText.createFolder,
	});
	await writeFile(join(folder, 'file'), '');
	await expect(save(join(folder, 'file/x.torrent'))).rejects.toThrow(
		saveFileText.partIsFile(join(folder, 'file')),
	);
	const long = `${'x'.repeat(300)}.torrent`;
	await expect(save(join(folder, long))).rejects.toThrow(saveFileText.longName(long));
	delete service.answers[`GET /downloads/${infohash}/torrent`];
	await expect(save(join(folder, 'gone.torrent'))).rejects.toThrow(AbsentError);
	expect(await readdir(folder)).toEqual(['file']);
});

test('saveTorrent never replaces a device or a pipe', async () => {
	const { folder, save } = await saver();
	const pipe = join(folder, 'pipe');
	execFileSync('mkfifo', [pipe]);
	expect(await save(pipe)).toEqual({ kind: 'exists' });
	await expect(save(pipe, true)).rejects.toThrow(saveFileText.irregular(pipe));
	expect((await stat(pipe)).isFIFO()).toBe(true);
	expect(await readdir(folder)).toEqual(['pipe']);
});
