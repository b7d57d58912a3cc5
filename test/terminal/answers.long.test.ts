import { describe, expect, test } from 'vitest';
import { until } from '../programs/until.ts';
import { fixture, thenReport } from './fixture.ts';
import { testLateAnswers, thenPrintInput } from './print-input.ts';
import { expectReleased, start } from './pty.ts';

describe.concurrent('a terminal that answers queries', () => {
	testLateAnswers([['at the end', 'q']]);

	test('types no text either if the program ends before the first answer', async () => {
		const session = start(thenPrintInput, {
			columns: 100,
			rows: 24,
			answersAfter: 200,
			kitty: true,
			env: { FIXTURE_GATE: '/nowhere/to/be/found' },
		});
		await session.shows('loading');
		session.type('\x03');
		await session.shows("typed<''>");
	});

	test('has the protocol off while stopped, and on again afterwards', async () => {
		const session = start('', { columns: 100, rows: 24, answersAfter: 1, kitty: true });
		await session.shows('shell>');
		session.type(`${fixture}\r`);
		const times = (sequence: string) => session.bytes.split(sequence).length - 1;
		await until(() => times('\x1b[>1u') === 1);
		await session.shows('ready');
		session.type('\x1b[122;5u');
		await session.shows('Stopped');
		expect(times('\x1b[<u')).toBe(1);
		session.type('fg\r');
		await until(() => times('\x1b[>1u') === 2);
		session.type('q');
		await session.shows(/cleaned up\n.*shell>/);
		expect(times('\x1b[<u')).toBe(2);
	});

	test('without the protocol never receives it', async () => {
		const session = start(thenReport, { columns: 100, rows: 24, answersAfter: 1 });
		await session.shows('ready');
		session.type('q');
		await expectReleased(session, 0);
		expect(session.bytes).not.toMatch(/\x1b\[[<>]/);
	});
});

test('the app lets other output to a file pass at once', async () => {
	const session = start(`${fixture} 2>/tmp/stray-$$; cat /tmp/stray-$$; rm /tmp/stray-$$; read -r`, {
		columns: 100,
	});
	await session.shows('ready');
	session.type('w');
	await session.shows('keys <w>');
	session.type('q');
	await session.shows('stray error');
	expect(session.emulator.text().match(/stray error/g)).toHaveLength(1);
});
