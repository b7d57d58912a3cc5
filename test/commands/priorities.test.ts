import { expect, test } from 'vitest';
import { chooseText } from '../../source/commands/downloads/choose.ts';
import { namedFilesText } from '../../source/commands/downloads/named-files.ts';
import { prioritizeText } from '../../source/commands/downloads/prioritize-files.ts';
import { sequentialText } from '../../source/commands/downloads/sequential.ts';
import { addComplete, allSeed, downloadsOf, runService } from '../fixtures/service.ts';
import { infohash, serveEverything } from './answering-service.ts';
import { runHere } from './run-here.ts';

test('commands of priorities and order refuse wrong words, and send no change', async () => {
	const { url, requests } = await serveEverything();
	const failures: readonly (readonly [string, number, string])[] = [
		[`prioritize urgent ${infohash} 0`, 2, prioritizeText.noPriority('urgent')],
		[`prioritize high ${infohash}`, 2, prioritizeText.noFiles],
		[`prioritize high ${infohash} 0 --all`, 2, prioritizeText.noFiles],
		[`prioritize high ${infohash} 2`, 2, namedFilesText.noNumber(2, 1)],
		[`prioritize high ${infohash} b.bin nosuch`, 5, namedFilesText.noFileOrFolder('nosuch')],
		[`sequential yes ${infohash}`, 2, sequentialText.neither('yes')],
		['sequential on', 2, chooseText.none],
	];
	for (const [line, code, text] of failures) {
		const ended = await runHere([...line.split(' '), '--url', url]);
		expect(ended).toMatchObject({ code, out: '', err: expect.stringContaining(text) });
	}
	expect(requests.filter(({ method }) => method === 'PATCH')).toEqual([]);
});

test('a path begins with the name of the torrent, also after the download was renamed', async () => {
	const service = await runService();
	const files = { 'sub/a.bin': 20_000, 'b.bin': 20_000 };
	await addComplete(service, 'linux', files);
	await allSeed(service);
	const at = ['--url', service.url, '--api-key', service.key];
	expect(await runHere(['rename', 'linux', 'Debian', ...at])).toMatchObject({ code: 0 });
	expect(await runHere(['prioritize', 'high', 'Debian', 'linux/sub', ...at])).toMatchObject({
		code: 0,
		err: '',
	});
	expect((await runHere(['prioritize', 'high', 'Debian', 'Debian/sub', ...at])).code).toBe(5);
	const { infohash: renamed = '' } = (await downloadsOf(service))[0] ?? {};
	const { files: listed } = await service.client().listFiles({ params: { infohash: renamed } });
	expect(listed.map(({ priority }) => priority).sort()).toEqual(['high', 'normal']);
});

test('commands of priorities and order exit with 5 if the service has neither, and send no change', async () => {
	const { url, requests } = await serveEverything(undefined, 'tribler');
	for (const line of [
		`prioritize high ${infohash} 0`,
		`sequential on ${infohash}`,
		'add magnet:?x --sequential',
	]) {
		const ended = await runHere([...line.split(' '), '--url', url]);
		expect([line, ended.code, ended.out]).toEqual([line, 5, '']);
	}
	expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});
