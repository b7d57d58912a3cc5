import { onTestFinished } from 'vitest';
import type { Message } from '../../source/state/core/message.ts';
import type { EmulatorOptions } from '../terminal/emulator.ts';
import { listing, namedDownloads } from './named-downloads.ts';
import { names } from './names.ts';
import { listPlace } from './panel-places.ts';
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

/** Returns the faults of list, panel and footer. The list ends at row `bottom`. `details`: those that are shown. */
export function faultsOf(
	app: WatchedApp,
	bottom = Number.POSITIVE_INFINITY,
	details: 'not' | 'split' = 'not',
): string[] {
	const { emulator } = app;
	const { cols, rows } = emulator.terminal;
	const place = listPlace({ columns: cols, rows }, details, names.length);
	const faults = [
		...app.faults(),
		...misalignments(emulator, { ...place, bottom: Math.min(place.bottom, bottom) }),
	];
	if (!new RegExp(`\\d of ${names.length} ─`).test(emulator.text()) && bottom === Number.POSITIVE_INFINITY)
		faults.push('the panel has no position');
	if (!/(quit|up|cancel|help) *$/.test(cellsOf(emulator, rows - 1, 0, cols)))
		faults.push('the footer is not whole');
	return faults.map((fault) => `${cols}: ${fault}`);
}
