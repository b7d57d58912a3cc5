import { setTimeout } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { CONFIRM_DELAY_MS } from '../../source/tui/keyboard/confirm-guard.ts';
import { cli, type RunningService, temporaryFolder } from '../programs/service-process.ts';
import { until } from '../programs/until.ts';
import { Session } from '../terminal/pty.ts';

export interface ScreenSize {
	readonly columns: number;
	readonly rows: number;
}

/** Opens the cockpit on a service, as a user with an empty home by default. It is closed with the test. */
export async function openCockpitOn(
	service: Pick<RunningService, 'stateFolder'> | { readonly url: string },
	size: ScreenSize = { columns: 80, rows: 24 },
	ownHome?: string,
): Promise<Session> {
	const home = await temporaryFolder();
	const env = { HOME: ownHome ?? home.path, XDG_CONFIG_HOME: '', CORE_API_PORT: '' };
	const where = 'stateFolder' in service ? `--state-dir '${service.stateFolder}'` : `--url ${service.url}`;
	const session = new Session(`'${process.execPath}' '${cli}' ${where}`, { ...size, env });
	onTestFinished(async () => {
		session.kill();
		await home.remove();
	});
	return session;
}

/** Types a confirming answer, once the question has been open for long enough to accept it. */
export async function confirm(session: Session, question: string, key: string): Promise<void> {
	await session.shows(question);
	// The cockpit opened the question before this process saw it. After this time it accepts an answer.
	await setTimeout(CONFIRM_DELAY_MS);
	session.type(key);
}

/** Waits until a text is no longer on the screen. */
export async function leaves(session: Session, text: string): Promise<void> {
	await until(() => !session.emulator.text().includes(text));
}

/** Returns the names of the selected rows. */
export function markedNames(session: Session): string[] {
	return session.emulator.rows().flatMap((row) => /^● (\S+)/.exec(row)?.[1] ?? []);
}

/** Waits until exactly these visible rows are selected. */
export async function marks(session: Session, names: readonly string[]): Promise<void> {
	await until(() => markedNames(session).join() === names.join());
}
