import { describe, expect, test } from 'vitest';
import { thenReport } from './fixture.ts';
import { testErrors, testKeys, testSignals } from './lifecycle-cases.ts';
import { expectReleased, start } from './pty.ts';

describe.concurrent('the terminal is restored', () => {
	testKeys([['quitting with a code', '3', 3]]);
	testErrors([
		['an error while rendering', 'r', 'broken while rendering'],
		['an error in a timer', 't', 'Error: broken in a timer'],
		['a rejection that nobody handles', 'j', 'Error: rejected by nobody'],
	]);
	testSignals([
		['SIGINT', 130],
		['SIGHUP', 129],
		['SIGQUIT', 131],
	]);

	test('after an error in the first rendering', async () => {
		const session = start(thenReport, { columns: 100, rows: 50, env: { FIXTURE_BROKEN: '1' } });
		await expectReleased(session, 1);
		expect(session.emulator.text()).toContain('broken while rendering');
	});

	test('while it paints constantly', async () => {
		const session = start(thenReport, { columns: 100, rows: 24 });
		await session.shows('ready');
		session.type('f');
		await session.shows('flood');
		process.kill(await session.pid(), 'SIGTERM');
		await expectReleased(session, 143);
	});
});
