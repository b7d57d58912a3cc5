import type { Column } from '../../columns/column.ts';
import type { Facts } from '../../columns/facts.ts';
import type { EndpointName } from '../../protocol/endpoints/table.ts';
import { flag } from '../declaration/options.ts';
import { safeJson } from './json.ts';

/**
 * Output of commands. Standard output has only data. Notices go to standard error, and only to a terminal. Warnings
 * always go to standard error.
 */

export const jsonOption = flag('--json', 'print one JSON document');
export const headerOption = flag('--no-header', 'omit the header line');
/** The options of every command that prints a table. */
export const tableOptions = { json: jsonOption, header: headerOption } as const;

/** Prints a line of data. Untrusted parts must be sanitized. */
export function printLine(text: string): void {
	process.stdout.write(`${text}\n`);
}

/** Prints a JSON document, indented on a terminal. */
export function printJson(value: unknown): void {
	process.stdout.write(`${safeJson(value, process.stdout.isTTY ? '  ' : undefined)}\n`);
}

/** Prints a decoded response of an endpoint as JSON. Fields that the service omits are null. */
export async function printAnswer(name: EndpointName, answer: unknown): Promise<void> {
	// Load schemas on demand, because help does not need them.
	const { answerWithNulls } = await import('./with-nulls.ts');
	printJson(answerWithNulls(name, answer));
}

/** Prints one line of a JSON stream. */
export function printJsonLine(value: unknown): void {
	process.stdout.write(`${safeJson(value)}\n`);
}

/** Prints a table as wide as the terminal, or as its texts without one. */
export async function printTable<Row>(
	columns: readonly Column<Row>[],
	rows: readonly Row[],
	{ header, empty }: { readonly header: boolean; readonly empty: string },
): Promise<void> {
	if (rows.length === 0 && process.stdout.isTTY) {
		notice(empty);
		return;
	}
	// Measuring text is slow to load, and help does not need it.
	const { fullTable, plainTable } = await import('../../columns/table.ts');
	const lines = process.stdout.isTTY
		? plainTable(columns, rows, process.stdout.columns)
		: fullTable(columns, rows);
	const shown = header ? lines : lines.slice(1);
	if (shown.length > 0) process.stdout.write(`${shown.join('\n')}\n`);
}

/** Prints names and values, one pair per line. */
export async function printFacts(facts: Facts): Promise<void> {
	const { factLines } = await import('../../columns/facts.ts');
	for (const line of factLines(facts)) printLine(line);
}

/** Prints a message if a user reads it. Untrusted parts must be sanitized. */
export function notice(text: string): void {
	if (process.stderr.isTTY) process.stderr.write(`${text}\n`);
}

/** Prints a message on standard error, also if a program reads it. Untrusted parts must be sanitized. */
export function warn(text: string): void {
	process.stderr.write(`seedtop: ${text}\n`);
}
