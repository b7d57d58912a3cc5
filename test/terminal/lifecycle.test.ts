import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { until } from '../programs/until.ts';
import { fixture, thenReport } from './fixture.ts';
import { testErrors, testKeys, testSignals } from './lifecycle-cases.ts';
import { expectReleased, start } from './pty.ts';

describe.concurrent('the terminal is restored', () => {
	testKeys([
		['quitting', 'q', 0],
		['process.exit', 'x', 9],
	]);
	testErrors([['an error while handling a key', 'k', 'Error: broken ]0;evilwhile handling a key']]);
	testSignals([['SIGTERM', 143]]);

	test('when cleanup takes too long, and at once on the second signal', async () => {
		const session = start(thenReport, { columns: 100, rows: 24, env: { FIXTURE_HANG: '1' } });
		const pid = await session.pid();
		process.kill(pid, 'SIGTERM');
		await until(() => !session.emulator.onAlternateScreen);
		process.kill(pid, 'SIGTERM');
		await expectReleased(session, 143);
		expect(session.emulator.text()).not.toContain('cleaned up');
	});
});

test('a closed terminal ends the program without a crash', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'hang-up-'));
	try {
		const file = join(folder, 'code');
		const session = start(`trap '' HUP; ${fixture}; echo "code=$?" > '${file}'`);
		await session.shows('ready');
		session.hangUp();
		const report = () => {
			try {
				return readFileSync(file, 'utf8');
			} catch {
				return '';
			}
		};
		await until(() => report().endsWith('\n'));
		expect(report()).toBe('code=129\n');
	} finally {
		await rm(folder, { recursive: true });
	}
});
