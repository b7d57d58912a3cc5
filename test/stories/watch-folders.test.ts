import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'vitest';
import { completionText } from '../../source/service/completion/completion-commands.ts';
import { programText } from '../../source/service/completion/run-program.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { until } from '../programs/until.ts';
import { destination, drop, names, prepareFolders, ran, service, torrents } from './watch-folders-scene.ts';

prepareFolders();

test('the command on completion runs for a dropped file, and its failure is shown', async () => {
	const { path = '' } = torrents[1] ?? {};
	const { user, screen, list } = await openCockpit(service, { names });
	user.filter('finished');
	await copyFile(path, join(drop, 'finished.torrent'));
	await list.shows('finished', 'SEEDING');
	await until(
		async () => (await readFile(ran, 'utf8').catch(() => '')) === `finished films ${destination}/finished\n`,
	);
	await until(() => service.output().includes(completionText.failed('finished', programText.exit(3))));
	await screen.shows(completionText.failure);
});
