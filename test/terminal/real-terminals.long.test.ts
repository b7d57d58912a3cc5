import { describe, expect, test } from 'vitest';
import { until } from '../programs/until.ts';
import { fixture, thenReport } from './fixture.ts';
import { alive, expectReleased, start } from './pty.ts';
import { stalled } from './stalled-terminal.ts';

describe.concurrent('real terminals', () => {
	test('are painted the same with CI in the environment', async () => {
		const session = start(thenReport, { columns: 100, rows: 24, env: { CI: 'true' } });
		await session.shows('ready');
		expect(session.emulator.cell(1, 1).style).toBe('green');
		session.type('q');
		await expectReleased(session, 0);
	});

	test('without a size are treated as 80x24', async () => {
		const session = start(`stty cols 0 rows 0; ${fixture}`, { columns: 80, rows: 24 });
		await session.shows('size 80x24');
	});

	test('end the process when they close', async () => {
		const session = start(`exec ${fixture}`);
		const pid = await session.pid();
		session.type('f');
		await session.shows('flood');
		session.kill();
		await until(() => !alive(pid));
	});
});

test('a terminal that stops reading does not block the end of the process', async () => {
	const { pid } = await stalled(`exec ${fixture}`);
	process.kill(pid, 'SIGTERM');
	await until(() => !alive(pid));
});
