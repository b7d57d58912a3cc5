import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { completionText } from '../../source/service/completion/completion-commands.ts';
import { programText } from '../../source/service/completion/run-program.ts';
import { systemReasons } from '../../source/service/http/http-error.ts';
import { downloadsOf, runService, runServiceProcess } from '../fixtures/service.ts';
import { containing } from '../programs/message-pattern.ts';
import { until } from '../programs/until.ts';
import { alive } from '../terminal/pty.ts';
import { logged, makeScript, offer, running } from './completion/scene.ts';

const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

test('kills at any time of a download lose no command', async () => {
	const offered = await offer(names);
	const { path, lines } = await makeScript('echo "$SEEDTOP_INFOHASH" >> "$0.runs"');
	const service = await runServiceProcess(running([path], { parallel: 4 }));
	for (const [index, { path: uri, infohash }] of [...offered.values()].entries()) {
		await service.client().addDownload({ body: { uri } });
		// The engine may finish the download after its service was killed.
		if (index % 2 === 0)
			await until(async () => {
				const found = (await downloadsOf(service)).find((each) => each.infohash === infohash);
				return found?.status === 'DOWNLOADING' || found?.status === 'SEEDING';
			});
		await service.end('SIGKILL');
		await service.restart();
	}
	const expected = [...offered.values()].map(({ infohash }) => infohash).sort();
	await until(async () => {
		const found = await lines('runs');
		return expected.every((infohash) => found.includes(infohash));
	});
	expect([...new Set(await lines('runs'))].sort()).toEqual(expected);
}, 180_000);

test('a command that runs at the end of its service is ended, and is due until it can be started', async () => {
	const offered = await offer(['stopped']);
	const script = await makeScript('echo "$$" >> "$0.runs"; [ "$(wc -l < "$0.runs")" -gt 1 ] || sleep 600');
	const service = await runService(running([script.path]));
	await service.client().addDownload({ body: { uri: offered.get('stopped')?.path ?? '' } });
	const pid = await until(async () => Number((await script.lines('runs'))[0] ?? 0));
	await service.end();
	expect(service.output()).toContain(completionText.interrupted('stopped'));
	expect(alive(pid)).toBe(false);
	await rm(script.path);
	await service.restart();
	await logged(service, completionText.unusable(script.path, systemReasons.ENOENT));
	await until(() =>
		containing(completionText.notStarted('stopped', systemReasons.ENOENT)).test(service.output()),
	);
	await service.end();
	await script.write();
	await service.restart();
	await logged(service, completionText.ended('stopped'));
	expect(await script.lines('runs')).toHaveLength(2);
});

test('a command that ignores its end is killed at the timeout, with its children', async () => {
	const offered = await offer(['stubborn']);
	const script = await makeScript(
		'trap "" TERM; sleep 600 & echo "$!" >> "$0.stubborn"; sleep 600; sleep 600',
	);
	const service = await runService(running([script.path], { timeout: 3 }));
	await service.client().addDownload({ body: { uri: offered.get('stubborn')?.path ?? '' } });
	const child = await until(async () => Number((await script.lines('stubborn'))[0] ?? 0));
	await logged(service, completionText.failed('stubborn', programText.timeout(3)));
	await until(() => !alive(child));
});
