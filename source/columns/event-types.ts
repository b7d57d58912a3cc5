import type { Column } from './column.ts';
import { growingColumn, textColumn } from './declare.ts';

/** A type of events, for the list of them. */
interface EventTypeRow {
	readonly type: string;
	readonly summary: string;
}

export const eventTypeColumns: readonly Column<EventTypeRow>[] = [
	textColumn('type', 'TYPE', 30, 0, ({ type }) => type),
	growingColumn('summary', 'SENT WHEN', 30, ({ summary }) => summary),
];
