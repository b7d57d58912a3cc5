import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { serveHere } from '../programs/service-here.ts';
import { type OwnService, startOwnService } from './own-service.ts';

/** Bodies that clients in the field send to our own service: both kinds, with any content type. */

let own: OwnService;
let uri: string;
let destination: string;
let infohash: string;

beforeAll(async () => {
	own = await startOwnService(serveHere);
	uri = own.torrent.path;
	infohash = own.torrent.infohash;
	destination = join(own.folder.path, 'data');
});

afterAll(async () => own?.end());

afterEach(async () => {
	await send('DELETE', `/downloads/${infohash}`, json({ remove_data: false }));
});

const formType = 'application/x-www-form-urlencoded';
const jsonType = 'application/json';

interface Body {
	readonly type: string;
	readonly text: string;
}

const form = (fields: Record<string, string>, type = formType): Body => ({
	type,
	text: new URLSearchParams(fields).toString(),
});
const json = (value: unknown, type = jsonType): Body => ({ type, text: JSON.stringify(value) });

async function send(method: string, path: string, body?: Body): Promise<{ status: number; answer: unknown }> {
	const response = await fetch(own.service.url + path, {
		method,
		headers: { 'x-api-key': own.service.key, ...(body ? { 'content-type': body.type } : {}) },
		...(body ? { body: body.text } : {}),
	});
	return { status: response.status, answer: await response.json() };
}

const add = () => send('PUT', '/downloads', json({ uri, destination }));

async function included(): Promise<unknown[]> {
	const { files } = await own.service.client().listFiles({ params: { infohash } });
	return files.map((file) => file.included);
}

describe('adding', () => {
	const spellings: readonly (readonly [string, () => Body])[] = [
		['JSON', () => json({ uri, destination, anon_hops: 0, safe_seeding: false })],
		['a form', () => form({ uri, destination, anon_hops: '0', safe_seeding: '0' })],
		['JSON with torrent and 0', () => json({ torrent: uri, destination, safe_seeding: 0 })],
		['a form with torrent', () => form({ torrent: uri, destination, safe_seeding: '1' })],
		['JSON with numbers and truths as text', () => json({ uri, anon_hops: '0', safe_seeding: 'true' })],
		['JSON labeled as a form', () => json({ uri, destination }, formType)],
		['JSON labeled as text', () => json({ uri, destination }, 'text/plain')],
		['a form labeled as text', () => form({ uri, destination }, 'text/plain')],
	];
	test.each(spellings)('%s', async (_, body) => {
		expect(await send('PUT', '/downloads', body())).toEqual({
			status: 200,
			answer: { started: true, infohash },
		});
	});

	test('files are selected by a list in JSON, and by a name with brackets in a form', async () => {
		await send('PUT', '/downloads', json({ uri, destination, selected_files: [1] }));
		expect(await included()).toEqual([false, true]);
		await send('DELETE', `/downloads/${infohash}`, json({ remove_data: false }));
		await send('PUT', '/downloads', form({ uri, destination, 'selected_files[]': '0' }));
		expect(await included()).toEqual([true, false]);
	});

	test('a body without a uri is refused in the interface’s shape', async () => {
		for (const body of [json({}), form({ destination }), undefined]) {
			expect(await send('PUT', '/downloads', body)).toMatchObject({
				status: 400,
				answer: {
					error: { handled: true, code: expect.any(String), message: expect.stringContaining('uri') },
				},
			});
		}
	});
});

describe('changing', () => {
	test('accepts one or several files, with and without brackets, and all by an empty list', async () => {
		await add();
		const path = `/downloads/${infohash}`;
		const spellings: readonly (readonly [Body, boolean[]])[] = [
			[json({ selected_files: [0] }), [true, false]],
			[json({ 'selected_files[]': [1] }), [false, true]],
			[json({ selected_files: [] }), [true, true]],
			[{ type: formType, text: 'selected_files[]=1' }, [false, true]],
			[{ type: formType, text: 'selected_files[]=0&selected_files[]=1' }, [true, true]],
			[{ type: formType, text: 'selected_files=1' }, [false, true]],
			[{ type: formType, text: 'selected_files[]=' }, [true, true]],
			[json({}), [true, true]],
		];
		for (const [body, expected] of spellings) {
			expect(await send('PATCH', path, body)).toEqual({ status: 200, answer: { modified: true, infohash } });
			expect([body.text, await included()]).toEqual([body.text, expected]);
		}
	});

	test('accepts an action in either kind, and refuses an unknown one', async () => {
		await add();
		const path = `/downloads/${infohash}`;
		expect(await send('PATCH', path, form({ state: 'stop' }))).toMatchObject({ status: 200 });
		expect(await send('PATCH', path, json({ state: 'resume' }))).toMatchObject({ status: 200 });
		expect(await send('PATCH', path, json({ state: 'pause' }))).toMatchObject({ status: 400 });
		expect(await send('PATCH', path, form({ anon_hops: '0', state: 'stop' }))).toMatchObject({ status: 400 });
	});
});

test('priorities of files and the sequence of pieces change by JSON, and the latter by a form', async () => {
	await add();
	const path = `/downloads/${infohash}`;
	const shown = async () => {
		const client = own.service.client();
		const [{ files }, { downloads }] = await Promise.all([
			client.listFiles({ params: { infohash } }),
			client.listDownloads(),
		]);
		return [files.map(({ priority }) => priority).join(), downloads[0]?.sequential];
	};
	const spellings: readonly (readonly [Body, number, string, boolean])[] = [
		[json({ sequential: true }), 200, 'normal,normal', true],
		[form({ sequential: '0' }), 200, 'normal,normal', false],
		[json({ sequential: 1, file_priorities: { high: [0], low: 1 } }), 200, 'high,low', true],
		[json({ file_priorities: { normal: ['0'] } }), 200, 'normal,low', true],
		[json({ file_priorities: null }), 200, 'normal,low', true],
		[json({ file_priorities: { high: null } }), 400, 'normal,low', true],
		[json({ file_priorities: [0] }), 400, 'normal,low', true],
		[form({ file_priorities: 'high' }), 400, 'normal,low', true],
		[json({ sequential: 'no' }), 400, 'normal,low', true],
	];
	for (const [body, status, priorities, sequential] of spellings) {
		expect([body.text, await send('PATCH', path, body)]).toMatchObject([body.text, { status }]);
		expect([body.text, ...(await shown())]).toEqual([body.text, priorities, sequential]);
	}
});

describe('removing', () => {
	const spellings: readonly (readonly [string, Body])[] = [
		['true', json({ remove_data: false })],
		['0', json({ remove_data: 0 })],
		['a form with 0', form({ remove_data: '0' })],
		['a form with false', form({ remove_data: 'false' })],
	];
	test.each(spellings)('%s', async (_, body) => {
		await add();
		expect(await send('DELETE', `/downloads/${infohash}`, body)).toEqual({
			status: 200,
			answer: { removed: true, infohash },
		});
	});

	test('is refused without a decision about the data', async () => {
		await add();
		for (const body of [json({}), form({}), undefined]) {
			expect(await send('DELETE', `/downloads/${infohash}`, body)).toMatchObject({ status: 400 });
		}
	});
});

test.each(['1', 'true'])('a flag in a query may be %s', async (on) => {
	await add();
	const { answer } = await send('GET', `/downloads?get_files=${on}&get_peers=0`);
	expect(answer).toMatchObject({ downloads: [{ infohash, files: [{ index: 0 }, { index: 1 }] }] });
	expect(answer).not.toHaveProperty('downloads[0].peers');
});
