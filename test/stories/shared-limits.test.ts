import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { limitsCommandText } from '../../source/commands/downloads/run-limits.ts';
import { limitCommandsText } from '../../source/tui/commands/limit-commands.ts';
import { sharedLimitsText } from '../../source/tui/dialogs/form/forms/shared-limits.ts';
import { headerText } from '../../source/tui/shell/header.ts';
import { runHere } from '../commands/run-here.ts';
import { type Cockpit, openCockpit } from '../fixtures/cockpit.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import { downloadsOf, runService, type TestService } from '../fixtures/service.ts';
import { startSeeder } from '../programs/seeder.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

let service: TestService;

beforeAll(async () => {
	service = await runService({ flags: ['--peer-host', '127.0.0.1'] });
});

/** Opens the form as soon as the limits are known, and empties its first field. */
async function openLimits({ user, screen }: Cockpit): Promise<void> {
	await until(() => {
		if (screen.text().includes(sharedLimitsText.title)) return true;
		user.press('shared-limits');
		return false;
	});
	user.press('form-delete-to-start');
}

test('a user limits all downloads, sees the limit and the slower transfer, and turns alternative limits on', async () => {
	const data = join(service.folder, 'data');
	const torrent = await makeTorrent(data, 'large', { 'x.bin': 10_000_000 }, { pieceLength: 262_144 });
	const { infohash, path } = torrent;
	const seed = await startSeeder([{ ...torrent, folder: data }], 0);
	onTestFinished(() => seed.close());
	const cockpit = await openCockpit(service, { columns: 120 });
	const { user, screen } = cockpit;
	await openLimits(cockpit);
	user.type('500K');
	user.press('form-send');
	await screen.shows(headerText.of('500K'));
	await service.client().addDownload({ body: { uri: path } });
	const [, port] = /on port (\d+)/.exec(service.output()) ?? [];
	await seed.addSources(infohash, { trackers: [], webSeeds: [], peers: [`127.0.0.1:${port}`] });
	const received = async () => (await downloadsOf(service))[0]?.total_down ?? 0;
	await until(async () => (await received()) > 0);
	const [start, before] = [performance.now(), await received()];
	await until(() => performance.now() - start > 4_000, { awaited: '4 s' });
	const rate = (((await received()) - before) * 1_000) / (performance.now() - start);
	expect(Math.abs(rate / 512_000 - 1), `${rate} B/s`).toBeLessThan(0.4);
	user.press('alternative-limits');
	await screen.shows(limitCommandsText.unlimited.slice(0, 60));
	await screen.shows(headerText.alternative);
	// The alternative limits are none.
	await screen.hides(headerText.of('500K'));
	user.press('alternative-limits');
	await screen.hides(headerText.alternative);
	await screen.shows(headerText.of('500K'));
});

test('a user of a service of 8.x changes its two limits, and is told that it has no others', async () => {
	const foreign = await runForeign('8.4');
	const flags = `--api-key ${foreign.dialect.key}`;
	const cockpit = await openCockpit(foreign, { columns: 120, flags });
	const { user, screen } = cockpit;
	await openLimits(cockpit);
	user.type('2M');
	user.press('form-send');
	await screen.shows(headerText.of('2.0M'));
	expect(foreign.server.bodies.at(-1)?.text).toContain('"max_download_rate":2097152');
	user.press('alternative-limits');
	await screen.shows(limitCommandsText.noAlternative);
});

test('a user is warned by the command that alternative limits without rates are no limit', async () => {
	const limits = (...words: string[]) => runHere(['limits', ...words, '--state-dir', service.stateFolder]);
	expect((await limits('--download', '1M', '--alternative', 'on')).err).toContain(
		limitsCommandText.unlimited,
	);
	expect((await limits('--alternative-upload', '1M')).err).toBe('');
});
