import { expect } from 'vitest';
import { openCockpitProcess, type ProcessOptions, type Where } from '../fixtures/cockpit.ts';
import type { Session } from '../terminal/pty.ts';

/** Opens the cockpit of the screen reader. */
export const listen = (where: Where, { env, ...options }: ProcessOptions = {}) =>
	openCockpitProcess(where, {
		flags: '--linear',
		columns: 200,
		rows: 90,
		reportsEnd: true,
		env: { LANG: 'C.UTF-8', LC_ALL: '', ...env },
		...options,
	});

/** The terminal shows all output, and is in its initial state. */
export async function expectPlainAndReleased(session: Session): Promise<void> {
	await session.shows(/[^-]icanon/);
	await session.shows(/[^-]\becho\b/);
	expect(session.bytes).not.toMatch(/[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f]/);
	expect(session.bytes.replaceAll('\r\n', '')).not.toContain('\r');
}

export const count = (session: Session, text: string) => session.bytes.split(text).length - 1;
