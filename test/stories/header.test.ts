import { beforeAll, expect, test } from 'vitest';
import { openCockpit } from '../fixtures/cockpit.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import { addComplete, runService, type TestService } from '../fixtures/service.ts';
import { until } from '../programs/until.ts';

let service: TestService;

beforeAll(async () => {
	service = await runService();
});

test('a user sees the free space of the disk of the own service, and graphs if there is room', async () => {
	await addComplete(service, 'kept');
	const { screen } = await openCockpit(service, { columns: 120, rows: 24 });
	await screen.shows(/^seedtop ● 127\S+ .*▼ +0 ⣀+ .*▲ +0 ⣀+ .* [\d.]+ [KMGT]iB free/m);
	screen.resize(60, 20);
	await until(() => {
		const [line = ''] = screen.rows();
		return /▼ +0 +▲ +0 +[\d.]+ [KMGT]iB free/.test(line) && !line.includes('⣀');
	});
	screen.resize(120, 40);
	await screen.shows(
		/^╭─ seedtop ● 127\S+ ─+ [\d.]+ [KMGT]iB free of [\d.]+ [KMGT]iB [▓░]{10} ─╮\n▼ 0 B\/s .*▲ 0 B\/s\npeak /m,
	);
});

test('a user sees the number of unseen failures, until they are opened', async () => {
	const { user, screen, list } = await openCockpit(service, { columns: 120 });
	await screen.counts(1, 'SEEDING');
	// The service has no proxies for hops and refuses.
	user.press('hops');
	await screen.shows('Hops now: 0');
	user.press('hops-delete-to-start');
	user.type('3');
	user.press('hops-change');
	await screen.shows('! 1 alert');
	user.press('pane-events');
	await screen.hides('1 alert');
	user.press('pane-downloads');
	await list.shows('kept', 'SEEDING');
	expect(screen.text()).not.toContain('1 alert');
});

test('a user sees that the profiler of the service runs', async () => {
	const foreign = await runForeign();
	await foreign.client.startProfiler();
	const { screen } = await openCockpit(foreign, { columns: 120 });
	await screen.shows('● profiler');
});
