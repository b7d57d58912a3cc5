import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { bencodeText } from '../../../source/metainfo/bencode.ts';
import { metainfoText } from '../../../source/metainfo/error.ts';
import { torrentBytes, torrentBytesText } from '../../../source/metainfo/torrent-bytes.ts';
import { unreadableText } from '../../../source/metainfo/why-unreadable.ts';
import { LocalFiles } from '../../../source/runtime/adding/local-files.ts';
import { readFolder } from '../../../source/runtime/adding/read-folder.ts';
import { readTorrent } from '../../../source/runtime/adding/read-torrent.ts';
import { timeoutText, withDiskTimeout } from '../../../source/runtime/adding/timeout.ts';
import { initialState } from '../../../source/state/core/state.ts';
import { createStore } from '../../../source/state/core/store.ts';
import { update } from '../../../source/tui/shell/update.ts';
import { type TemporaryFolder, temporaryFolder } from '../../programs/temporary-folder.ts';
import { type MadeTorrent, makeTorrent } from '../../programs/torrents.ts';
import { until } from '../../programs/until.ts';

let folder: TemporaryFolder;
let torrent: MadeTorrent;

beforeAll(async () => {
	folder = await temporaryFolder();
	torrent = await makeTorrent(folder.path, 'b', { 'x/1.bin': 30_000, '2.bin': 5 });
});

afterAll(() => folder?.remove());

test('a folder lists folders first, .torrent files after them, and links by their targets', async () => {
	const path = join(folder.path, 'listed');
	await mkdir(join(path, 'Zoo'), { recursive: true });
	await mkdir(join(path, 'a.torrent'));
	for (const name of ['c.torrent', 'B.TORRENT', 'none.txt', '.hidden.torrent'])
		await writeFile(join(path, name), '');
	await symlink('Zoo', join(path, 'link'));
	await symlink('c.torrent', join(path, 'd.torrent'));
	await symlink('c.torrent', join(path, 'plain'));
	await symlink('nowhere', join(path, 'gone.torrent'));
	await symlink('round.torrent', join(path, 'round.torrent'));
	execFileSync('mkfifo', [join(path, 'pipe.torrent')]);
	const read = await readFolder(path);
	expect(
		read.status === 'read' && read.entries.map(({ name, isFolder }) => name + (isFolder ? '/' : '')),
	).toEqual(['a.torrent/', 'link/', 'Zoo/', '.hidden.torrent', 'B.TORRENT', 'c.torrent', 'd.torrent']);
});

test('the reason why a folder or a file cannot be read is reported', async () => {
	const failed = (why: string, absent?: boolean) => ({
		status: 'failed',
		why,
		...(absent === undefined ? {} : { absent }),
	});
	expect(await readFolder(join(folder.path, 'nowhere'))).toEqual(failed(unreadableText.missing, true));
	expect(await readFolder(torrent.path)).toEqual(failed(unreadableText.missing, true));
	expect(await readTorrent(join(folder.path, 'nowhere.torrent'))).toEqual(
		failed(unreadableText.missing, true),
	);
	expect(await readTorrent(folder.path)).toEqual(failed(torrentBytesText.folder, false));
	const pipe = join(folder.path, 'pipe');
	execFileSync('mkfifo', [pipe]);
	expect(await readTorrent(pipe)).toEqual(failed(torrentBytesText.noFile, false));
	const path = join(folder.path, 'cut.torrent');
	await writeFile(path, torrent.bytes.subarray(0, 90));
	expect(await readTorrent(path)).toEqual(failed(metainfoText.notTorrent(bencodeText.cutOff), false));
});

test('.torrent files that are no longer needed are not read', async () => {
	const store = createStore(initialState('http://127.0.0.1:1', 'here', 0), update);
	const read: string[] = [];
	const files = new LocalFiles({
		...store,
		dispatch: (message) => {
			if (message.type === 'adding' && message.what.type === 'torrent') read.push(message.what.path);
			store.dispatch(message);
		},
	});
	onTestFinished(() => files.close());
	const place = { folder: folder.path, home: '/' };
	const many = Array.from({ length: 40 }, (_, index) => join(folder.path, `nowhere-${index}.torrent`));
	store.dispatch({ type: 'adding', what: { type: 'begin', text: many.join('\n'), place } });
	store.dispatch({ type: 'close' });
	store.dispatch({ type: 'adding', what: { type: 'begin', text: torrent.path, place } });
	await until(() => store.get().adding.torrents.get(torrent.path));
	// Four were running.
	expect(read.toSorted()).toEqual([...many.slice(0, 4), torrent.path].toSorted());
});

test('data for open dialogs is read once, and again when it is needed again', async () => {
	const store = createStore(initialState('http://127.0.0.1:1', 'here', 0), update);
	const files = new LocalFiles(store);
	onTestFinished(() => files.close());
	let dispatches = 0;
	const dispatch = store.dispatch;
	store.subscribe(() => dispatches++);
	dispatch({
		type: 'adding',
		what: { type: 'begin', text: torrent.path, place: { folder: folder.path, home: '/' } },
	});
	const local = await until(() => store.get().adding.torrents.get(torrent.path));
	expect(local).toMatchObject({
		status: 'read',
		torrent: { infohash: torrent.infohash, name: 'b', tree: { size: 30_005 } },
	});
	dispatch({ type: 'adding', what: { type: 'browse' } });
	await until(() => store.get().adding.folders.get(folder.path));
	const before = dispatches;
	dispatch({ type: 'move', rows: 1 });
	dispatch({ type: 'type-text', text: 'b' });
	expect(dispatches).toBe(before + 2);
	// The size of a browsed file.
	await until(() => store.get().adding.sizes.get(torrent.path)?.bytes === 30_005);
	// A folder may have changed since. It is read again when the user returns to it.
	await makeTorrent(folder.path, 'later', { 'y.bin': 10 });
	dispatch({ type: 'adding', what: { type: 'enter-folder', folder: '/' } });
	dispatch({ type: 'adding', what: { type: 'enter-folder', folder: folder.path } });
	await until(() => {
		const top = store.get().dialogs.at(-1);
		return top?.kind === 'browse' && top.view.some(({ name }) => name === 'later.torrent');
	});
	dispatch({ type: 'close' });
	dispatch({ type: 'close' });
	expect(store.get().adding.folders.size + store.get().adding.torrents.size).toBe(0);
});

test('a disk that does not answer is abandoned, as are reads that are no longer needed', async () => {
	const dead = new Promise<string>(() => {});
	await expect(withDiskTimeout(dead, undefined, 10)).rejects.toThrow(timeoutText.disk);
	const leaving = new AbortController();
	const left = withDiskTimeout(dead, leaving.signal, 60_000);
	leaving.abort(new Error('left'));
	await expect(left).rejects.toThrow('left');
	await expect(withDiskTimeout(dead, leaving.signal, 60_000)).rejects.toThrow('left');
	// Late results are released: a folder that was opened too late is closed.
	let resolveName = (_: string): void => {};
	const late = new Promise<string>((resolve) => {
		resolveName = resolve;
	});
	const given: string[] = [];
	await expect(withDiskTimeout(late, undefined, 10, (what) => given.push(what))).rejects.toThrow();
	resolveName('too late');
	await until(() => given.length === 1);
	expect(given).toEqual(['too late']);
});

test('an abandoned folder is not read to its end', async () => {
	const left = new AbortController();
	const reading = readFolder(folder.path, { signal: left.signal });
	left.abort(new Error('left'));
	expect(await reading).toEqual({ status: 'failed', why: 'left' });
	expect((await readFolder(folder.path)).status).toBe('read');
});

test('a .torrent file is read up to its initial length, because it may still be written', async () => {
	// The system reports a size of 0 but returns bytes.
	await expect(torrentBytes('/proc/version')).rejects.toThrow(torrentBytesText.growing);
	expect(Buffer.from(await torrentBytes(torrent.path))).toEqual(Buffer.from(torrent.bytes));
});
