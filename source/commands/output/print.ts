import type { Column } from '../../columns/column.ts';
import type { Facts } from '../../columns/facts.ts';
import type { EndpointName } from '../../protocol/endpoints/table.ts';
import { flag } from '../declaration/options.ts';
import { safeJson } from './json.ts';

/**
 * Everything that commands write: data goes to standard output, and nothing else does. Notices go to standard error,
 * and only where somebody reads them.
 */

export const jsonOption = flag('--json', 'print one JSON document');
export const headerOption = flag('--no-header', 'print no line of titles');
/** The options of every command that prints a table. */
export const tableOptions = { json: jsonOption, header: headerOption } as const;

/** A line of data. What is hostile in it was sanitised. */
export function printLine(text: string): void {
	process.stdout.write(`${text}\n`);
}

/** One JSON document; for people's eyes on a terminal, in one line otherwise. */
export function printJson(value: unknown): void {
	process.stdout.write(`${safeJson(value, process.stdout.isTTY ? '  ' : undefined)}\n`);
}

/** One JSON document of a decoded answer of an endpoint, with null for what the service does not say. */
export async function printAnswer(name: EndpointName, answer: unknown): Promise<void> {
	// Help is shown without loading schemas.
	const { answerWithNulls } = await import('./with-nulls.ts');
	printJson(answerWithNulls(name, answer));
}

/** One line of a stream of JSON. */
export function printJsonLine(value: unknown): void {
	process.stdout.write(`${safeJson(value)}\n`);
}

/** A table as wide as the terminal, or as wide as its texts where none is. */
export async function printTable<Row>(
	columns: readonly Column<Row>[],
	rows: readonly Row[],
	{ header, empty }: { readonly header: boolean; readonly empty: string },
): Promise<void> {
	if (rows.length === 0 && process.stdout.isTTY) {
		notice(empty);
		return;
	}
	// What measures text is slow to load, and help is shown without.
	const { fullTable, plainTable } = await import('../../columns/table.ts');
	const lines = process.stdout.isTTY
		? plainTable(columns, rows, process.stdout.columns)
		: fullTable(columns, rows);
	const shown = header ? lines : lines.slice(1);
	if (shown.length > 0) process.stdout.write(`${shown.join('\n')}\n`);
}

/** Names and values, one pair a line. */
export async function printFacts(facts: Facts): Promise<void> {
	const { factLines } = await import('../../columns/facts.ts');
	for (const line of factLines(facts)) printLine(line);
}

/** Something for people, and only for them. What is hostile in it was sanitised. */
export function notice(text: string): void {
	if (process.stderr.isTTY) process.stderr.write(`${text}\n`);
}
