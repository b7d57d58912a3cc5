import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { until } from '../programs/until.ts';
import { fixture, thenReport } from './fixture.ts';
import { expectGivenBack, start } from './pty.ts';

describe.concurrent('the terminal is restored', () => {
	test.each([
		['quitting', 'q', 0],
		['quitting with a code', '3', 3],
		['process.exit', 'x', 9],
	])('after %s', async (_name, key, code) => {
		const session = start(thenReport, { columns: 100, rows: 24 });
		await session.shows('ready');
		session.type(key);
		await expectGivenBack(session, code);
		if (key !== 'x') expect(session.emulator.text()).toContain('cleaned up');
	});

	test.each([
		['an error while rendering', 'r', 'broken while rendering'],
		['an error in a timer', 't', 'Error: broken in a timer'],
		['an error while handling a key', 'k', 'Error: broken ]0;evilwhile handling a key'],
		['a rejection that nobody handles', 'j', 'Error: rejected by nobody'],
	])('after %s, which is printed', async (_name, key, message) => {
		const session = start(thenReport, { columns: 100, rows: 50 });
		await session.shows('ready');
		session.type(key);
		await expectGivenBack(session, 1);
		expect(session.emulator.text()).toContain(message);
		expect(session.emulator.text()).toContain('fixture-app');
	});

	test.each([
		['SIGINT', 130],
		['SIGTERM', 143],
		['SIGHUP', 129],
		['SIGQUIT', 131],
	] as const)('after %s', async (signal, code) => {
		const session = start(thenReport, { columns: 100, rows: 24 });
		process.kill(await session.pid(), signal);
		await expectGivenBack(session, code);
		expect(session.emulator.text()).toContain('cleaned up');
	});

	test('after an error in the first rendering', async () => {
		const session = start(thenReport, { columns: 100, rows: 50, env: { FIXTURE_BROKEN: '1' } });
		await expectGivenBack(session, 1);
		expect(session.emulator.text()).toContain('broken while rendering');
	});

	test('while it paints constantly', async () => {
		const session = start(thenReport, { columns: 100, rows: 24 });
		await session.shows('ready');
		session.type('f');
		await session.shows('flood');
		process.kill(await session.pid(), 'SIGTERM');
		await expectGivenBack(session, 143);
	});

	test('when cleanup takes too long, and at once on the second signal', async () => {
		const session = start(thenReport, { columns: 100, rows: 24, env: { FIXTURE_HANG: '1' } });
		const pid = await session.pid();
		process.kill(pid, 'SIGTERM');
		await until(() => !session.emulator.onAlternateScreen);
		process.kill(pid, 'SIGTERM');
		await expectGivenBack(session, 143);
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
