import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../source/client/client.ts';
import { requestFiles } from '../../../source/runtime/files/request-files.ts';
import { type FilesSlice, noFiles } from '../../../source/state/files/files.ts';
import type { FilesMessage } from '../../../source/state/files/message.ts';
import { treeRows } from '../../../source/state/files/rows.ts';
import { updateFiles } from '../../../source/state/files/update.ts';
import { filesQueryOf } from '../../../source/state/files/window.ts';
import { dialects } from '../../contract/foreign/dialects.ts';
import { couldNotFind } from '../../contract/foreign/fault.ts';
import { type ForeignServer, startForeign } from '../../contract/foreign/server.ts';
import { nested, sources } from '../../contract/foreign/world/torrents.ts';
import { clientOf } from '../../contract/foreign-cases/context.ts';
import { respondJson, startService } from '../service.ts';

const of = nested.infohash;

async function open(name: string) {
	const dialect = dialects.find((each) => each.name === name);
	if (!dialect) throw new Error(`there is no dialect ${name}`);
	const server = await startForeign(dialect);
	const client = clientOf(server);
	onTestFinished(async () => {
		await client.close();
		await server.close();
	});
	await client.addDownload({ body: { uri: sources.nested } });
	const asking = async (slice: FilesSlice) =>
		updateFiles(slice, await requestFiles(client, of, slice, {}), of);
	return { server, asking };
}

const shown = (slice: FilesSlice) => treeRows(slice, 0, 100).map(({ name, kind }) => `${name} ${kind}`);
const filesAsked = ({ requests }: ForeignServer) => requests.filter((each) => each.includes('/files'));
const expandAll: FilesMessage = { type: 'expand-all', open: true };

test('a tree is requested for a first view, once for all files, and for visible lines from then on', async () => {
	const { server, asking } = await open('8.1');
	const page = await asking(noFiles);
	expect(page).toMatchObject({ api: 'tree', root: 'nested/' });
	expect(shown(page)).toEqual(['a collapsed', 'b collapsed', 'readme.txt file']);
	const all = await asking(page);
	expect(shown(all)).toEqual(['a collapsed', 'b collapsed', 'readme.txt file']);
	const before = filesAsked(server).length;
	const view = await asking(updateFiles(all, expandAll, of));
	const root = `GET /api/downloads/${of}/files`;
	const page300 = `${root}?view_start_path=&view_size=300`;
	expect(filesAsked(server).slice(before)).toEqual([
		page300,
		`${root}/expand?path=nested%2Fa`,
		`${root}/expand?path=nested%2Fb`,
		page300,
		`${root}/expand?path=nested%2Fa%2Fdeep`,
		page300,
	]);
	expect(filesQueryOf(view).kind).toBe('view');
});

test.each([['8.4'], ['7.2'], ['doc A']])('a list (%s) is requested once, for any view', async (name) => {
	const { server, asking } = await open(name);
	const all = await asking(noFiles);
	expect(all.api).toBe('list');
	expect(shown(all)).toEqual(['a collapsed', 'b collapsed', 'readme.txt file']);
	expect(filesAsked(server).filter((each) => !each.includes('expand')).length).toBe(1);
	expect(filesQueryOf(all)).toEqual({ kind: 'all' });
});

test('a service that no longer has trees is read as a list', async () => {
	const { server, asking } = await open('8.1');
	const all = updateFiles(await asking(await asking(noFiles)), expandAll, of);
	server.world.scripted.set(`GET /downloads/${of}/files/expand`, {
		status: 404,
		json: { error: { handled: true, message: couldNotFind(`/downloads/${of}/files/expand`) } },
	});
	const list = await asking(all);
	expect(list.api).toBe('list');
	expect(shown(list).length).toBe(8);
});

test('a tree that cannot be expanded remotely, or has another order, is read as a list', async () => {
	const service = await startService();
	const file = (name: string, index: number) => ({ name, index, size: 1, included: true, progress: 0 });
	const all = Array.from({ length: 50 }, (_, index) => file(`in/${index}`, index));
	service.answers[`GET /downloads/${of}/files`] = (response, { path }) =>
		respondJson({ files: path.includes('?') ? [file('in', -1)] : all })(response);
	service.answers[`GET /downloads/${of}/files/expand`] = respondJson({ path: '' });
	const client = createClient({ url: service.url });
	onTestFinished(() => client.close());
	const asking = async (slice: FilesSlice) =>
		updateFiles(slice, await requestFiles(client, of, slice, {}), of);
	const known = updateFiles(await asking(await asking(noFiles)), expandAll, of);
	expect(known.api).toBe('tree');
	const view = await asking(known);
	expect(filesQueryOf(view)).toEqual({ kind: 'all' });
	expect(shown(await asking(view)).length).toBe(51);
});

test('a download without metadata has no files, and causes no further request', async () => {
	const service = await startService();
	service.answers[`GET /downloads/${of}/files`] = respondJson({ files: [] });
	const client = createClient({ url: service.url });
	onTestFinished(() => client.close());
	expect(await requestFiles(client, of, noFiles, {})).toEqual({ type: 'none', of });
	expect(service.requests.length).toBe(1);
});
