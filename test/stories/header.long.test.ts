import { test } from 'vitest';
import { openCockpit } from '../fixtures/cockpit.ts';
import { until } from '../programs/until.ts';
import { prepareService, service } from './header-scene.ts';

prepareService();

test('a user sees the free space of the disk of the own service, and graphs if there is room', async () => {
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
