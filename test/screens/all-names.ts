import { onTestFinished } from 'vitest';
import type { Message } from '../../source/state/core/message.ts';
import { panes } from '../../source/tui/panes/registry.ts';
import { FOOTER_HEIGHT, HEADER_HEIGHT } from '../../source/tui/shell/layout.ts';
import type { EmulatorOptions } from '../terminal/emulator.ts';
import { listing, namedDownloads } from './named-downloads.ts';
import { names } from './names.ts';
import { cellsOf, misalignments } from './shown-list.ts';
import { type WatchedApp, watchApp } from './watched-app.tsx';

export const MIN_COLUMNS = 40;
export const MAX_COLUMNS = 200;
export const everyWidth = Array.from(
	{ length: MAX_COLUMNS - MIN_COLUMNS + 1 },
	(_, index) => MIN_COLUMNS + index,
);

/** Opens the app with all names. It is closed at the end of the test. */
export async function openAllNames(terminal: EmulatorOptions, ...messages: Message[]): Promise<WatchedApp> {
	const app = await watchApp(listing(namedDownloads(names)), terminal);
	onTestFinished(() => app.close());
	dispatch(app, ...messages);
	await app.settled();
	return app;
}

export function dispatch({ store }: WatchedApp, ...messages: Message[]): void {
	for (const message of messages) store.dispatch(message);
}

/** Minimum columns for the number of downloads in the header. Each pane takes three cells of it. */
const MIN_COUNTED_COLUMNS = MIN_COLUMNS + 3 * (Object.keys(panes).length - 2);

/** Returns the faults of list, header and footer. The list is `right` cells wide and ends at row `bottom`. */
export function faultsOf(
	app: WatchedApp,
	right = app.emulator.terminal.cols,
	bottom = app.emulator.terminal.rows - FOOTER_HEIGHT,
): string[] {
	const { emulator } = app;
	const { cols, rows } = emulator.terminal;
	const faults = [
		...app.faults(),
		...misalignments(emulator, { left: 0, top: HEADER_HEIGHT, right, bottom }),
	];
	if (cols >= MIN_COUNTED_COLUMNS && !cellsOf(emulator, 1, 0, cols).endsWith('downloads'))
		faults.push('the header does not end at the edge');
	if (!/(quit|up|cancel|help) *$/.test(cellsOf(emulator, rows - 1, 0, cols)))
		faults.push('the footer is not whole');
	return faults.map((fault) => `${cols}: ${fault}`);
}
