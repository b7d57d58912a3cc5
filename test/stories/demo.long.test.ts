import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { until } from '../programs/until.ts';
import type { Session } from '../terminal/pty.ts';
import { expectNothingLeft, startDemo } from './running-demo.ts';

// Each step waits for transfers at real rates.
test('the demo stalls without seeds, and downloads new episodes', { timeout: 150_000 }, async () => {
	const { screen } = await startDemo();
	for (const row of [/◌ half-of-an-atlas\.pdf .*61\.\d%/, /▼ episode-2\.ogg /])
		expect(await until(() => screen.has(row), { awaited: String(row), timeoutMs: 60_000 })).toBe(true);
});

test.each([
	// The second signal ends the command during the removal, as when a terminal and its shell end.
	[
		'twice signalled',
		(session: Session) => {
			const pid = session.childPid();
			process.kill(pid, 'SIGHUP');
			setTimeout(() => existsSync(`/proc/${pid}`) && process.kill(pid, 'SIGHUP'), 50);
		},
	],
	['hung up', (session: Session) => session.hangUp()],
	['killed', (session: Session) => process.kill(session.childPid(), 'SIGKILL')],
])('a %s demo leaves no files or processes', (_how, end) => expectNothingLeft(end));
