import { expect, test } from 'vitest';
import { moveFormText } from '../../source/tui/dialogs/form/forms/move.ts';
import { dataCommandsText } from '../../source/tui/panes/downloads/data-commands.ts';
import { folders, nested, sources } from '../contract/foreign/world/torrents.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import { downloadsOf, type TestService } from '../fixtures/service.ts';
import { until } from '../programs/until.ts';

export async function seedsIn(service: Pick<TestService, 'client'>, folder: string): Promise<void> {
	await until(async () =>
		(await downloadsOf(service)).every(
			({ destination, status }) => destination === folder && status === 'SEEDING',
		),
	);
}

export function testForeignMove(dialect: string): void {
	test(`a user of ${dialect} moves data, and sees why a move fails`, async () => {
		const foreign = await runForeign(dialect);
		const { infohash } = await foreign.client.addDownload({
			body: { uri: sources.nested, destination: folders.complete, anon_hops: 0, safe_seeding: false },
		});
		const { user, screen, list } = await openCockpit(foreign, {
			names: [nested.name],
			env: { SEEDTOP_API_KEY: foreign.dialect.key },
		});
		await list.shows(nested.name, 'SEEDING');
		user.press('move-data');
		await screen.shows(moveFormText.title);
		user.type('/nowhere');
		user.press('form-send');
		await screen.shows('Target directory (/nowhere) does not exist');
		user.press('form-delete-to-start');
		user.type('/srv/moved');
		user.press('form-send');
		await until(() => foreign.server.world.downloads.get(infohash)?.destination === '/srv/moved');
		await screen.hides(moveFormText.title);
		await list.shows(nested.name, 'SEEDING');
		user.press('move-cancel');
		await screen.shows(dataCommandsText.absentCancel);
		expect(foreign.server.requests.some((request) => request.includes('/move'))).toBe(false);
	});
}
