import type { Column } from '../../columns/column.ts';
import type { Facts } from '../../columns/facts.ts';
import type { EndpointName } from '../../protocol/endpoints/table.ts';
import type { InputOf } from '../declaration/declaration.ts';
import { either, flag } from '../declaration/options.ts';
import { safeJson } from './json.ts';

/**
 * Output of commands. One rule for all: on a terminal, a user reads tables and sentences. Elsewhere a program reads data:
 * one line for each item, fields separated by tabs. Notices go to standard error, and only to a terminal. Warnings always
 * go to standard error.
 */

export const jsonOption = flag('--json', 'print one JSON document');
/** The options of every command that prints a table. The header is undefined without one of the pair. */
export const tableOptions = {
	json: jsonOption,
	header: either('--header', 'print the header line, also in a pipe'),
	noHeader: either('--no-header', 'omit the header line'),
} as const;

/** Values of these options. */
export type TableInput = Pick<InputOf<typeof tableOptions, Record<never, never>>, 'json' | 'header'>;

/** Whether a user reads the output. */
export function isForUser(): boolean {
	return process.stdout.isTTY === true;
}

/** Whether a table has its header line: on a terminal by default, elsewhere only on request. */
export function hasHeader(header: boolean | undefined): boolean {
	return header ?? isForUser();
}

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

/**
 * Prints rows. On a terminal: a table as wide as the terminal. Elsewhere: a line for each row, fields separated by tabs.
 * `data`: columns for programs, if they differ. `empty`: notice if there are no rows.
 */
export async function printTable<Row>(
	columns: readonly Column<Row>[],
	rows: readonly Row[],
	{
		header,
		empty,
		data = columns,
	}: {
		readonly header: boolean | undefined;
		readonly empty: string;
		readonly data?: readonly Column<Row>[];
	},
): Promise<void> {
	if (rows.length === 0 && isForUser()) {
		notice(empty);
		return;
	}
	// Measuring text is slow to load, and help does not need it.
	const { dataLines, dataTitles, plainTable } = await import('../../columns/table.ts');
	const [titles, ...lines] = isForUser()
		? plainTable(columns, rows, process.stdout.columns)
		: [dataTitles(data), ...dataLines(data, rows)];
	const shown = hasHeader(header) ? [titles, ...lines] : lines;
	if (shown.length > 0) process.stdout.write(`${shown.join('\n')}\n`);
}

/**
 * Prints names and values, one pair per line. They are aligned on a terminal, and separated by a tab elsewhere. `data`:
 * facts for programs, if they differ.
 */
export async function printFacts(facts: Facts, data = facts): Promise<void> {
	if (!isForUser()) {
		for (const fact of data) await printData(fact);
		return;
	}
	const { factLines } = await import('../../columns/facts.ts');
	for (const line of factLines(facts)) printLine(line);
}

/** Prints the fields of an item as a line for programs. They may be untrusted. */
async function printData(fields: readonly string[]): Promise<void> {
	const { dataLine } = await import('../../columns/table.ts');
	printLine(dataLine(fields.map((field) => (field === '–' ? '' : field))));
}

/** The result of a command for an item. Texts may be untrusted. */
interface ItemResult {
	/** Infohash, number or address. Empty if the service does not report it. */
	readonly id: string;
	/** Empty if it has none. */
	readonly name?: string;
	/** In a few words: 'stopped'. */
	readonly result: string;
}

/**
 * Prints the result of a command for an item: on a terminal as a sentence, elsewhere as a line of three fields. Failures are
 * errors, so they are not results. Untrusted parts of the sentence must be sanitized.
 */
export async function printResult(sentence: string, { id, name = '', result }: ItemResult): Promise<void> {
	if (isForUser()) printLine(sentence);
	else await printData([id, name, result]);
}

/** Prints the response with --json, otherwise the result. Untrusted parts of the sentence must be sanitized. */
export async function printOutcome(
	json: boolean,
	answer: unknown,
	sentence: string,
	item: ItemResult,
): Promise<void> {
	if (json) printJson(answer);
	else await printResult(sentence, item);
}

/** Prints a message if a user reads it. Untrusted parts must be sanitized. */
export function notice(text: string): void {
	if (process.stderr.isTTY) process.stderr.write(`${text}\n`);
}

/** Prints a message on standard error, also if a program reads it. Untrusted parts must be sanitized. */
export function warn(text: string): void {
	process.stderr.write(`seedtop: ${text}\n`);
}
