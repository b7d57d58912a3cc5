import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { demoChannels } from '../../source/demo/channels/demo-channels.ts';
import { demoPairs } from '../../source/demo/market/assets.ts';
import { torrentSourceText } from '../../source/service/downloads/source.ts';
import { systemReasons } from '../../source/service/http/http-error.ts';
import { planText } from '../../source/state/adding/plan.ts';
import { declaredKeys } from '../../source/state/core/keys.ts';
import { demoNotice } from '../../source/tui/shell/open-session.ts';
import { digests } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import type { Session } from '../terminal/pty.ts';
import { expectNothingLeft, type RunningDemo, startDemo } from './running-demo.ts';

let demo: RunningDemo;

const progressOf = (name: string) => new RegExp(`${name} .* (\\d+\\.\\d)%`).exec(demo.screen.text())?.[1];

describe('a demo', () => {
	beforeAll(async () => {
		demo = await startDemo();
	});

	test('the demo teaches keys until the first use of one, and uploads', async () => {
		const { user, screen, list } = demo;
		const notice = demoNotice(declaredKeys);
		await screen.shows(notice.slice(0, 60));
		// Keys do nothing before the list arrives.
		await screen.shows('single-image.iso');
		// Moving around keeps the notice.
		user.press('down', 'down');
		await list.chooses('single-image.iso');
		await screen.shows(/▲ single-image\.iso .* [\d.]+ KiB +– /);
		await screen.shows(notice.slice(0, 60));
		user.press('details');
		await screen.hides(notice.slice(0, 60));
		// The quit key would leave the details first.
		user.press('details-close');
	});

	test('the demo shows real transfers', async () => {
		const { folder, screen, list } = demo;
		await list.shows('slow-archive.tar', 'DOWNLOADING');
		const first = progressOf('slow-archive\\.tar');
		await until(() => {
			const later = progressOf('slow-archive\\.tar');
			return first !== undefined && later !== undefined && Number(later) > Number(first);
		});
		const seeding = () => screen.rows().filter((row) => /▲ \S.* 100%/.test(row));
		await until(() => seeding().length >= 3, { timeoutMs: 60_000 });
		await list.shows('blocked-by-a-folder.bin', 'STOPPED_ON_ERROR');
		await list.shows('nobody-has-this.bin', 'DOWNLOADING');
		await screen.shows('世界の名前');

		// Downloaded data equals the seeded data, byte for byte.
		const [own = ''] = await readdir(folder);
		const source = join(folder, own, 'swarm', 'data');
		const complete = seeding();
		const roots = (await readdir(source)).filter((root) =>
			complete.some((row) => row.includes(root.slice(0, 5))),
		);
		expect(roots.length).toBeGreaterThanOrEqual(3);
		for (const root of roots) {
			const files = await filesBelow(join(source, root));
			const paths = files.length === 0 ? [root] : files.map((file) => join(root, file));
			expect(await digests(join(folder, own, 'downloads'), paths)).toEqual(await digests(source, paths));
		}
	});

	test('the demo shows an order book, and its second service trades with the user', async () => {
		const { user, screen } = demo;
		await screen.shows(/● 127/);
		user.press('pane-market');
		for (const { first, second } of demoPairs) await screen.shows(new RegExp(`^▌?${first}/${second} `, 'm'));
		user.press('section-market-orders');
		await screen.shows(/^▌? +1 ask +MB\/COIN/m, /^▌? +2 bid +MB\/COIN/m);
		user.press('section-market-transactions');
		await screen.shows(/^▌? +1 .* COIN .* completed/m);
	});

	test('the demo shows the channel of its second service, and a feed of the own channel', async () => {
		const { user, screen, list } = demo;
		const { own, shared } = demoChannels;
		await screen.shows(/● 127/);
		user.press('pane-channels');
		await screen.shows(
			new RegExp(`^▌?own +${own.name} +[23] `, 'm'),
			new RegExp(`^▌?other +${shared.name} +5 `, 'm'),
		);
		user.press('section-channels-feeds');
		await screen.shows('[Feeds]', 'http://127.0.0.1:');
		user.press('channels-open-feed');
		await screen.shows('[Items]', /^.*episode-1\.ogg .*added/m, /^.*slow-archive\.tar .*added/m);
		// A new episode may be above it.
		user.press('last', 'up');
		await list.chooses('episode-1.ogg');
		user.press('channels-items-add', 'pane-downloads');
		await list.shows('episode-1.ogg', 'SEEDING');
	});

	test('the demo reports why its service cannot read a file', async () => {
		const { user, screen } = demo;
		await screen.shows(/● 127/);
		user.press('add');
		user.type('/no/such.torrent');
		await screen.shows(planText.absent);
		user.press('add-confirm');
		await screen.shows(
			`/no/such.torrent: ${torrentSourceText.unreadable('/no/such.torrent', systemReasons.ENOENT).slice(0, -1)}`,
		);
		user.press('add-cancel');
		await screen.hides('> /no/such.torrent');
	});

	test('a demo that is quit leaves no files or processes', async () => {
		const { folder, user, screen, session } = demo;
		await user.quit();
		expect(session.emulator.onAlternateScreen).toBe(false);
		expect(session.mode(25)).toBe(true);
		await screen.shows(/[^-]icanon/);
		expect(await readdir(folder)).toEqual([]);
		await until(() => demo.processes().length === 0, { seen: () => demo.processes().join('\n') });
	});
});

// Each step waits for transfers at real rates.
test('the demo stalls without seeds, and downloads new episodes', { timeout: 150_000 }, async () => {
	const { screen } = await startDemo();
	for (const row of [/◌ half-of-an-atlas\.pdf .*61\.\d%/, /▼ episode-2\.ogg /])
		expect(await until(() => screen.has(row), { awaited: String(row), timeoutMs: 60_000 })).toBe(true);
});

test.each([
	// The second signal ends the command during the removal, as when a terminal and its shell end.
	[
		'twice signaled',
		(session: Session) => {
			const pid = session.childPid();
			process.kill(pid, 'SIGHUP');
			setTimeout(() => existsSync(`/proc/${pid}`) && process.kill(pid, 'SIGHUP'), 50);
		},
	],
	['hung up', (session: Session) => session.hangUp()],
	['killed', (session: Session) => process.kill(session.childPid(), 'SIGKILL')],
])('a %s demo leaves no files or processes', (_how, end) => expectNothingLeft(end));

/** Returns the paths of the files below a folder; empty for a file. */
async function filesBelow(path: string): Promise<string[]> {
	try {
		const entries = await readdir(path, { recursive: true, withFileTypes: true });
		return entries
			.filter((entry) => entry.isFile())
			.map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1));
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return [];
		throw error;
	}
}
