import type { Message } from '../../source/state/core/message.ts';
import { isThorough } from '../runs.ts';
import type { ShownScreen } from '../terminal/shown-screen.ts';
import { listing, namedDownloads } from './named-downloads.ts';
import { names } from './names.ts';
import { type PaintedApp, paintApp } from './painted-app.tsx';
import { listPlace } from './panel-places.ts';
import type { ScreenSize } from './pressing.ts';
import { misalignments } from './shown-list.ts';

export const MIN_COLUMNS = 40;
export const MAX_COLUMNS = 200;
/** Every third width, or every one up to that where all usual columns have room. */
export const manyWidths = Array.from(
	{ length: MAX_COLUMNS - MIN_COLUMNS + 1 },
	(_, index) => MIN_COLUMNS + index,
).filter((width) => width % 3 === 0 || (isThorough && width <= 120));

/** Opens the app with all names. It is closed at the end of the test. */
export function openAllNames(size: ScreenSize, ...messages: Message[]): PaintedApp {
	const app = paintApp(listing(namedDownloads(names)), size);
	app.dispatch(...messages);
	return app;
}

/** Returns the faults of list, panel and footer. The list ends at row `bottom`. `details`: those that are shown. */
export function faultsOf(
	screen: ShownScreen,
	bottom = Number.POSITIVE_INFINITY,
	details: 'not' | 'split' = 'not',
): string[] {
	const { columns, rows } = screen.size;
	const place = listPlace({ columns, rows }, details, names.length);
	const faults = misalignments(screen, { ...place, bottom: Math.min(place.bottom, bottom) });
	if (!new RegExp(`\\d of ${names.length} ─`).test(screen.text()) && bottom === Number.POSITIVE_INFINITY)
		faults.push('the panel has no position');
	if (!/(quit|up|cancel|help) *$/.test(screen.part(rows - 1, 0, columns)))
		faults.push('the footer is not whole');
	return faults.map((fault) => `${columns}: ${fault}`);
}
