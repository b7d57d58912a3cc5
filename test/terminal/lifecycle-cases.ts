import { expect, test } from 'vitest';
import { thenReport } from './fixture.ts';
import { expectReleased, start } from './pty.ts';

/** How a program ends, the key that ends it, and its exit code. */
export function testKeys(cases: readonly (readonly [name: string, key: string, code: number])[]): void {
	test.each(cases)('after %s', async (_name, key, code) => {
		const session = start(thenReport, { columns: 100, rows: 24 });
		await session.shows('ready');
		session.type(key);
		await expectReleased(session, code);
		if (key !== 'x') expect(session.emulator.text()).toContain('cleaned up');
	});
}

/** An error, the key that causes it, and its message. */
export function testErrors(cases: readonly (readonly [name: string, key: string, message: string])[]): void {
	test.each(cases)('after %s, which is printed', async (_name, key, message) => {
		const session = start(thenReport, { columns: 100, rows: 50 });
		await session.shows('ready');
		session.type(key);
		await expectReleased(session, 1);
		expect(session.emulator.text()).toContain(message);
		expect(session.emulator.text()).toContain('fixture-app');
	});
}

export function testSignals(cases: readonly (readonly [signal: NodeJS.Signals, code: number])[]): void {
	test.each(cases)('after %s', async (signal, code) => {
		const session = start(thenReport, { columns: 100, rows: 24 });
		process.kill(await session.pid(), signal);
		await expectReleased(session, code);
		expect(session.emulator.text()).toContain('cleaned up');
	});
}
