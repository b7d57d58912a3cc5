import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { moveNewsText } from '../../source/state/events/move-news.ts';
import { moveFormText } from '../../source/tui/dialogs/form/forms/move.ts';
import { runHere } from '../commands/run-here.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { addComplete, allSeed, removeAll, runService, type TestService } from '../fixtures/service.ts';
import { noise } from '../programs/torrents.ts';
import { seedsIn, testForeignMove } from './move-cases.ts';

let service: TestService;

beforeAll(async () => {
	service = await runService();
});

afterEach(() => removeAll(service));

test('a user moves a download to a folder, and back by a command that waits', async () => {
	await addComplete(service, 'ubuntu', { 'a.bin': 40_000 });
	await allSeed(service);
	const to = await makeFolder();
	const { user, screen, list } = await openCockpit(service, { names: ['ubuntu'] });
	await list.lists(['ubuntu']);
	user.press('move-data');
	await screen.shows(moveFormText.title);
	user.type(to);
	user.press('form-send');
	await seedsIn(service, to);
	await screen.shows(moveNewsText.moved('ubuntu', to).slice(0, 40));
	expect((await readFile(join(to, 'ubuntu/a.bin'))).equals(noise('a.bin', 40_000))).toBe(true);
	const words = ['move', 'ubuntu', service.downloadFolder, '--wait', '--state-dir', service.stateFolder];
	expect((await runHere(words)).code).toBe(0);
	expect(existsSync(join(service.downloadFolder, 'ubuntu/a.bin'))).toBe(true);
});

testForeignMove('8.4');
