import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../source/client/client.ts';
import { readFiles } from '../../source/client/items/file-list.ts';
import { serve } from './server.ts';

/** Returns the files that a service sends, and the deviations as text. */
async function reading(answer: string) {
	const server = await serve((_, response) => void response.end(answer));
	const deviations: string[] = [];
	const client = createClient({
		url: server.url,
		onDeviation: (_, found) =>
			deviations.push(...found.map(({ path, problem, count }) => `${path} ${problem} ${count}`)),
	});
	onTestFinished(() => client.close());
	const files = await readFiles(client, { params: { infohash: 'a' } });
	return { files, deviations, usual: await client.listFiles({ params: { infohash: 'a' } }) };
}

const many = Array.from({ length: 3_000 }, (_, index) => ({
	index,
	name: `folder "${index % 7}"/[{,}] 数据 \\ ${index}`,
	size: index * 2 ** 20,
	included: index % 3 > 0,
	progress: index / 3_000,
}));

test.each([
	['in one line', JSON.stringify({ files: many })],
	[
		'with blanks everywhere',
		JSON.stringify({ more: { files: [1] }, files: many, last: [] }, undefined, '\t '),
	],
	['that is empty', `{"files": [ ]${' '.repeat(50_000)}}`],
	['that is short', '{"files": [{"index": 0, "name": "a", "size": 1, "included": 1, "progress": 1}]}'],
])('readFiles reads a list %s in slices with the same result as at once', async (_, answer) => {
	const { files, usual } = await reading(answer);
	expect(files).toEqual(usual.files);
});

test('readFiles reports oddities of a long list once per kind, and returns the other files', async () => {
	const odd = many.map((file) => (file.index % 10 === 0 ? { ...file, size: 'large' } : file));
	const { files, deviations } = await reading(JSON.stringify({ files: [...odd, 7, null] }));
	expect(files.length).toBe(3_000);
	expect(files[11]).toEqual(many[11]);
	expect(deviations.filter((each) => each.startsWith('files[')).length).toBeGreaterThan(0);
});

const long = JSON.stringify({ files: many });
test.each([
	['cut off', long.slice(0, -5_000)],
	['cut off behind its end', long.slice(0, -1)],
	['missing a comma', long.replaceAll('},{', '} {')],
	['with a comma too many', long.replace('},{', '},,{')],
	['with an item that is no JSON', long.replace('"size":1048576', '"size":')],
	['that ends in a comma', `${long.slice(0, -2)},]}`],
])('readFiles rejects a list %s as malformed', async (_, answer) => {
	await expect(reading(answer)).rejects.toMatchObject({ kind: 'malformed' });
});

test('readFiles throws the error inside a 200', async () => {
	await expect(reading('{"error": {"handled": true, "message": "no"}}')).rejects.toMatchObject({
		kind: 'refused',
	});
});
