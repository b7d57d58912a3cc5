import { expect, test } from 'vitest';
import { prioritizeText } from '../../source/commands/downloads/prioritize-files.ts';
import { filePrioritiesText } from '../../source/tui/panes/downloads/tabs/files/priority-commands.ts';
import { filesUndoText } from '../../source/tui/panes/downloads/tabs/files/undo-commands.ts';
import { runHere } from '../commands/run-here.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { until } from '../programs/until.ts';
import { infohash, prepareSeries, service } from './file-order-scene.ts';

prepareSeries();

/** Returns 'path priority' of each file. */
async function priorities(): Promise<string> {
	const { files: listed } = await service.client().listFiles({ params: { infohash } });
	return listed
		.map(({ name, priority }) => `${name} ${priority}`)
		.sort()
		.join(', ');
}

test('a user raises the priority of an episode, undoes and redoes that, and it is complete first', async () => {
	const expectPriorities = (...levels: string[]) => {
		const names = ['readme.txt', 'season/1.mkv', 'season/2.mkv', 'season/3.mkv'];
		const expected = names.map((name, index) => `${name} ${levels[index] ?? 'normal'}`).join(', ');
		return until(async () => (await priorities()) === expected, { awaited: expected });
	};
	const { user, screen, list } = await openCockpit(service, { names: ['series'] });
	await list.shows('series', 'DOWNLOADING');
	user.press('tab-files', 'details-full');
	await screen.shows(/^[ ▌]?\[x\] ▸ season\//m);
	user.press('files-lower');
	await screen.shows(/^[ ▌]?\[x\]↓▸ season\//m);
	await expectPriorities('normal', 'low', 'low', 'low');
	user.press('files-lower');
	await screen.shows(filePrioritiesText.lower);
	user.press('files-expand-all', 'down', 'down', 'down', 'files-raise');
	await expectPriorities('normal', 'low', 'low', 'normal');
	user.press('files-raise');
	await screen.shows(/^[ ▌]?\[x\]↕▾ season\//m);
	await screen.shows(/^[ ▌]?\[x\]↓ {4}2\.mkv/m);
	await screen.shows(/^[ ▌]?\[x\]↑ {4}3\.mkv/m);
	await expectPriorities('normal', 'low', 'low', 'high');
	user.press('files-undo');
	await expectPriorities('normal', 'low', 'low', 'normal');
	user.press('files-undo');
	await expectPriorities('normal', 'low', 'low', 'low');
	user.press('files-redo');
	await expectPriorities('normal', 'low', 'low', 'normal');
	user.press('files-redo');
	await expectPriorities('normal', 'low', 'low', 'high');
	user.press('files-redo');
	await screen.shows(filesUndoText.redo);

	const done = async (path: string) => {
		const { files: listed } = await service.client().listFiles({ params: { infohash } });
		return listed.find(({ name }) => name === path)?.progress ?? 0;
	};
	await until(async () => (await done('season/3.mkv')) === 1);
	// In any other order, the last piece of a small file arrives with the last ones of the large files.
	expect(await done('season/1.mkv')).toBeLessThan(0.6);
	expect(await done('season/2.mkv')).toBeLessThan(0.6);

	// A command changes a folder, and the cockpit shows it.
	const command = (...words: string[]) => runHere([...words, '--state-dir', service.stateFolder]);
	const ended = await command('prioritize', 'normal', 'series', 'season', 'readme.txt');
	expect(ended).toMatchObject({
		code: 0,
		out: `${infohash}\tseries\t${prioritizeText.result(4, 'normal')}\n`,
	});
	await screen.shows(/^[ ▌]?\[x\] ▾ season\//m);
	expect((await command('files', 'series')).out).toMatch(/\tseason\/3\.mkv\t.*\tyes\tnormal$/m);
	const json = await command('prioritize', 'low', 'series', '0-1', '--json');
	expect(JSON.parse(json.out)).toMatchObject({
		infohash,
		files: [{ priority: 'low' }, { priority: 'low' }, {}, {}],
	});
});
